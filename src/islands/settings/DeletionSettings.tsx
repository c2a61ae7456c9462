import { useState } from 'react';
import { loadDeletion, orderDeletion, revokeDeletion } from '#client/account/own-data.ts';
import { DELETION_DELAY_DAYS } from '#contracts/limits.ts';
import { POSTS_CHOICES } from '#contracts/posts-choices.ts';
import type { AccountDeletionWire } from '#contracts/wire/own-data.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isFresh, LoginAgain } from './LoginAgain.tsx';
import { SaveStatus } from './SaveStatus.tsx';

/** The order that was given: when it is carried out, and the way back. */
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
    if (await saving.run(revokeDeletion)) onRevoked();
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

/** What becomes of the posts, and the button that asks once more. */
function DeletionForm({ onOrdered }: { onOrdered(deletion: AccountDeletionWire | null): void }) {
  const { t } = useTexts();
  const [posts, setPosts] = useState<AccountDeletionWire['posts']>('keep');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <fieldset className="field choices">
        <legend className="hint">{t('settings.deletion.posts')}</legend>
        {POSTS_CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="deletion-posts"
              checked={posts === choice}
              onChange={() => setPosts(choice)}
            />
            {t(`settings.deletion.choice.${choice}`)}
          </label>
        ))}
      </fieldset>
      <div className="done">
        <Button onClick={() => setConfirming(true)}>{t('settings.deletion.order')}</Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('settings.deletion.sure', { days: DELETION_DELAY_DAYS })}
          text={t(`settings.deletion.then.${posts}`)}
          action={t('settings.deletion.confirm')}
          onSubmit={async () => onOrdered(await orderDeletion(posts))}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** The deletion of the reader's account. */
export function DeletionSettings({ freshUntil }: { freshUntil: string | null }) {
  const { t } = useTexts();
  const { value, failure, reload, update } = useQuery('deletion', loadDeletion);
  const [hasFreshLogin] = useState(() => isFresh(freshUntil));
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (value === undefined) return <Skeleton rows={2} />;
  if (value) return <ScheduledDeletion deletion={value} onRevoked={() => update(() => null)} />;
  return (
    <>
      <p className="hint">{t('settings.deletion.what', { days: DELETION_DELAY_DAYS })}</p>
      {hasFreshLogin ? (
        <DeletionForm onOrdered={(deletion) => update(() => deletion)} />
      ) : (
        <LoginAgain text={t('settings.deletion.fresh')} freshUntil={freshUntil} />
      )}
    </>
  );
}
