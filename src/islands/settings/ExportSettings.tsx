import { useEffect, useState } from 'react';
import { EXPORT_FILE_URL, loadExport, orderExport } from '#client/account/own-data.ts';
import { EXPORT_KEPT_DAYS } from '#contracts/limits.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isFresh, LoginAgain } from './LoginAgain.tsx';
import { SaveStatus } from './SaveStatus.tsx';

/** Milliseconds between two looks at an archive that is being made. */
const POLL_MS = 3_000;

/** An archive of everything that the forum has of the reader: its state, its file, a new one. */
export function ExportSettings({ freshUntil }: { freshUntil: string | null }) {
  const { t, lang } = useTexts();
  const { value, failure, reload, update } = useQuery('export', loadExport);
  const [hasFreshLogin] = useState(() => isFresh(freshUntil));
  const saving = useSubmit();
  const latest = value?.latest;
  const isOnItsWay = latest?.state === 'waiting' || latest?.state === 'running';
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(() => reload(true), POLL_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, reload]);
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton rows={2} />;
  const order = () =>
    saving.run(async () => {
      const now = await orderExport();
      update(() => now);
    });
  return (
    <>
      <p className="hint" role="status">
        {latest
          ? t(`settings.export.state.${latest.state}`, {
              date: latest.expires_at ? formatDay(lang, new Date(latest.expires_at)) : '',
            })
          : t('settings.export.none', { days: EXPORT_KEPT_DAYS })}
      </p>
      {latest?.state === 'ready' &&
        (hasFreshLogin ? (
          <div className="done">
            <a
              className="btn fill"
              href={EXPORT_FILE_URL}
              download
              onClick={() => setTimeout(() => reload(true), POLL_MS)}
            >
              {t('settings.export.download')}
            </a>
            <span className="hint">{t('settings.export.once')}</span>
          </div>
        ) : (
          <LoginAgain text={t('settings.export.fresh')} freshUntil={freshUntil} />
        ))}
      {!isOnItsWay && latest?.state !== 'ready' && (
        <div className="done">
          <Button isInactive={saving.step === 'pending' || value.next_at !== null} onClick={order}>
            {t('settings.export.order')}
          </Button>
          {value.next_at ? (
            <span className="hint">{t('settings.export.next')}</span>
          ) : (
            <SaveStatus
              step={saving.step === 'done' ? 'idle' : saving.step}
              failure={saving.failure}
            />
          )}
        </div>
      )}
    </>
  );
}
