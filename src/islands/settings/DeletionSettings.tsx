import { useEffect, useState } from 'react';
import { call } from '#client/core/api.ts';
import { DELETION_DELAY_DAYS, EXPORT_RETENTION_DAYS } from '#contracts/limits.ts';
import { POSTS_CHOICES } from '#contracts/posts-choices.ts';
import type { AccountDeletionWire } from '#contracts/wire/own-data.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { Radios } from '../components/Choices.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { FreshLogin, SaveStatus } from './SettingsForm.tsx';

/** The archive can be downloaded once. */
const EXPORT_FILE_URL = '/api/v2/user/export/file';

/** Milliseconds between two checks of a pending archive. */
const POLL_MS = 3_000;

/** The export of the reader's data: state, file, and a new order. */
export function ExportSettings({ freshUntil }: { freshUntil: string | null }) {
  const { t, lang } = useTexts();
  const query = useQuery('export', async () => (await call('GET /v2/user/export')).data);
  const { value, reload, update } = query;
  const saving = useSubmit();
  const latest = value?.latest;
  const isOnItsWay = latest?.state === 'waiting' || latest?.state === 'running';
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(() => reload(true), POLL_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, reload]);
  const order = () =>
    saving.run(async () => {
      const { data } = await call('POST /v2/user/export');
      update(() => data);
    });
  return (
    <Loaded query={query} rows={2}>
      {({ next_at }) => (
        <>
          <p className="hint" role="status">
            {latest
              ? t(`settings.export.state.${latest.state}`, {
                  date: latest.expires_at ? formatDay(lang, new Date(latest.expires_at)) : '',
                })
              : t('settings.export.none', { days: EXPORT_RETENTION_DAYS })}
          </p>
          {latest?.state === 'ready' && (
            <FreshLogin text={t('settings.export.fresh')} freshUntil={freshUntil}>
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
            </FreshLogin>
          )}
          {!isOnItsWay && latest?.state !== 'ready' && (
            <div className="done">
              <Button isInactive={saving.step === 'pending' || next_at !== null} onClick={order}>
                {t('settings.export.order')}
              </Button>
              {next_at ? (
                <span className="hint">{t('settings.export.next')}</span>
              ) : (
                <SaveStatus step="idle" failure={saving.failure} />
              )}
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

/** The ordered deletion: its date, and a button that revokes it. */
function ScheduledDeletion({
  deletion,
  onRevoked,
}: {
  deletion: AccountDeletionWire;
  onRevoked(): void;
}) {
  const { t, lang } = useTexts();
  const saving = useSubmit();
  const revoke = async () => {
    if (await saving.run(() => call('DELETE /v2/user/deletion'))) onRevoked();
  };
  return (
    <>
      <p role="status">
        <b>{t('settings.deletion.due', { date: formatDay(lang, new Date(deletion.due_at)) })}</b>
      </p>
      <p className="hint">{t(`settings.deletion.then.${deletion.posts}`)}</p>
      {deletion.by_administrator && (
        <p className="hint">
          {t('settings.deletion.ordered')} {deletion.reason}
        </p>
      )}
      <div className="done">
        <Button isPrimary isInactive={saving.step === 'pending'} onClick={() => void revoke()}>
          {t('settings.deletion.revoke')}
        </Button>
        <SaveStatus {...saving} />
      </div>
    </>
  );
}

/** The choice about the posts, and the button before a confirmation. */
function DeletionForm({ onOrdered }: { onOrdered(deletion: AccountDeletionWire | null): void }) {
  const { t } = useTexts();
  const [posts, setPosts] = useState<AccountDeletionWire['posts']>('keep');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <fieldset className="field choices">
        <legend className="hint">{t('settings.deletion.posts')}</legend>
        <Radios
          name="deletion-posts"
          options={POSTS_CHOICES}
          chosen={posts}
          onChoose={(choice) => setPosts(choice)}
          label={(choice) => t(`settings.deletion.choice.${choice}`)}
        />
      </fieldset>
      <div className="done">
        <Button onClick={() => setConfirming(true)}>{t('settings.deletion.order')}</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('settings.deletion.sure', { days: DELETION_DELAY_DAYS })}
          text={t(`settings.deletion.then.${posts}`)}
          action={t('settings.deletion.confirm')}
          onSubmit={async () =>
            onOrdered((await call('POST /v2/user/deletion', { body: { posts } })).data)
          }
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

export function DeletionSettings({ freshUntil }: { freshUntil: string | null }) {
  const { t } = useTexts();
  const query = useQuery('deletion', async () => (await call('GET /v2/user/deletion')).data);
  const set = (deletion: AccountDeletionWire | null) => query.update(() => deletion);
  return (
    <Loaded query={query} rows={2}>
      {(deletion) =>
        deletion ? (
          <ScheduledDeletion deletion={deletion} onRevoked={() => set(null)} />
        ) : (
          <>
            <p className="hint">{t('settings.deletion.what', { days: DELETION_DELAY_DAYS })}</p>
            <FreshLogin text={t('settings.deletion.fresh')} freshUntil={freshUntil}>
              <DeletionForm onOrdered={set} />
            </FreshLogin>
          </>
        )
      }
    </Loaded>
  );
}
