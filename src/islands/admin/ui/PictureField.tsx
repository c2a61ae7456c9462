import { useId, useState } from 'react';
import { call } from '#stores/api.ts';
import { Failure } from '#stores/failure.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useReason } from '../../ui/reason.ts';
import { useTexts } from '../../ui/text.ts';

interface Props {
  label: string;
  hint?: string;
  value: string;
  problem?: string | undefined;
  onChange(url: string): void;
}

/** A picture: uploaded here, or the address of one elsewhere. */
export function PictureField({ label, hint, value, problem, onChange }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setFailure(undefined);
    const form = new FormData();
    form.append('image', file);
    try {
      onChange((await call<{ url: string }>('/v2/admin/pictures', { method: 'POST', form })).url);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const wrong = useReason(failure) ?? problem;
  return (
    <div className="field picture" data-invalid={wrong ? '' : undefined} aria-busy={busy}>
      <label htmlFor={id}>{label}</label>
      <div>
        <span className="thumb">{value ? <img src={value} alt="" /> : <Icon name="image" />}</span>
        <span>
          <input
            id={id}
            value={value}
            placeholder="/uploads/…"
            aria-invalid={wrong ? true : undefined}
            aria-describedby={`${id}-about`}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="row">
            <label className="btn small">
              {t(busy ? 'admin.picture.busy' : 'admin.picture.upload')}
              <input
                className="vh"
                type="file"
                accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
                disabled={busy}
                onChange={(event) => void upload(event.target.files?.[0])}
                aria-label={`${t('admin.picture.upload')}: ${label}`}
              />
            </label>
            {value && (
              <button type="button" className="link" onClick={() => onChange('')}>
                {t('admin.picture.remove')}
              </button>
            )}
          </span>
        </span>
      </div>
      <p id={`${id}-about`} className={wrong ? 'wrong' : 'hint'} role={wrong ? 'alert' : undefined}>
        {wrong ?? hint}
      </p>
    </div>
  );
}
