import { useId } from 'react';
import { call } from '#client/core/api.ts';
import { Icon } from '../../components/Icon.tsx';
import { ACCEPTED_PICTURE_TYPES } from '../../composer/picture-files.ts';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';

interface Props {
  label: string;
  hint?: string;
  value: string;
  problem?: string | undefined;
  onChange(url: string): void;
}

export function PictureField({ label, hint, value, problem, onChange }: Props) {
  const { t } = useTexts();
  const id = useId();
  const { step, failure, run } = useSubmit();
  const isUploading = step === 'pending';
  const upload = (file: File | undefined) =>
    file &&
    run(async () => {
      const form = new FormData();
      form.append('image', file);
      onChange((await call('POST /v2/admin/pictures', { form })).url);
    });
  const errorMessage = useErrorMessage(failure) ?? problem;
  return (
    <div
      className="field picture"
      data-invalid={errorMessage ? '' : undefined}
      aria-busy={isUploading}
    >
      <label htmlFor={id}>{label}</label>
      <div>
        <span className="thumb">{value ? <img src={value} alt="" /> : <Icon name="image" />}</span>
        <span>
          <input
            id={id}
            value={value}
            placeholder="/uploads/…"
            aria-invalid={errorMessage ? true : undefined}
            aria-describedby={`${id}-about`}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="row">
            <label className="btn small">
              {t(isUploading ? 'admin.picture.busy' : 'admin.picture.upload')}
              <input
                className="vh"
                type="file"
                accept={ACCEPTED_PICTURE_TYPES}
                disabled={isUploading}
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
      <p
        id={`${id}-about`}
        className={errorMessage ? 'wrong' : 'hint'}
        role={errorMessage ? 'alert' : undefined}
      >
        {errorMessage ?? hint}
      </p>
    </div>
  );
}
