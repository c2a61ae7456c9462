import { type ReactNode, useState } from 'react';
import { showToast } from '#client/core/toasts.ts';
import {
  loadModeratedUser,
  loadWarnings,
  type WarningTarget,
  warnUser,
  withdrawWarning,
} from '#client/moderation/warnings-and-bans.ts';
import { threadPath } from '#contracts/paths.ts';
import type { WarningWire } from '#contracts/wire/moderation.ts';
import type { ModeratedUserWire } from '#contracts/wire/moderator-view.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { Button } from '../components/Button.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { LoadError } from '../components/LoadError.tsx';
import ReasonField from '../components/ReasonField.tsx';
import { Time } from '../components/Time.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useRequiredReason } from '../hooks/use-required-reason.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { closeDialog } from './dialog-store.ts';
import { notifyPersonAction } from './perform-action.ts';

/** Whether a warning has no post as its reason. */
const isGeneral = ({ threadId, postId, commentId }: WarningTarget): boolean =>
  (threadId ?? postId ?? commentId) === undefined;

/** The number of active warnings, if any. */
const countText = (t: TFunction, { warnings_cnt: count }: ModeratedUserWire) =>
  count > 0 ? { text: t('moderation.warn.count', { count }) } : {};

interface WarningListProps {
  warnings: readonly WarningWire[];
  mayWithdraw(warning: WarningWire): boolean;
  onWithdraw(id: number): Promise<void>;
}

function WarningList({ warnings, mayWithdraw, onWithdraw }: WarningListProps) {
  const { t, root } = useTexts();
  const [idToWithdraw, setIdToWithdraw] = useState<number>();
  return (
    <ul className="past">
      {warnings.map((warning) => (
        <li key={warning.id}>
          <p className={warning.withdrawn_at ? 'taken-back' : undefined}>{warning.note}</p>
          <p className="meta dots">
            <Time at={warning.created_at} />
            <span>{t('moderation.by', { name: warning.moderator.nickname })}</span>
            {warning.subject && (
              <span>
                <a className="hover" href={threadPath(root, warning.thread_id)}>
                  {warning.subject}
                </a>
              </span>
            )}
            {warning.withdrawn_at ? (
              <span>{t('moderation.warn.withdrawn')}</span>
            ) : (
              mayWithdraw(warning) && (
                <span>
                  <button
                    className="link"
                    type="button"
                    onClick={() => setIdToWithdraw(warning.id)}
                  >
                    {t('moderation.warn.withdraw')}
                  </button>
                </span>
              )
            )}
          </p>
        </li>
      ))}
      {idToWithdraw !== undefined && (
        <ConfirmDialog
          title={t('moderation.warn.withdrawTitle')}
          text={t('moderation.warn.withdrawText')}
          action={t('moderation.warn.withdraw')}
          onSubmit={() => onWithdraw(idToWithdraw)}
          onClose={() => setIdToWithdraw(undefined)}
        />
      )}
    </ul>
  );
}

interface FormProps {
  person: ModeratedUserWire;
  occasion: WarningTarget;
  earlierCount: number;
  earlier: ReactNode;
}

/** Asks for the reason of a warning, which the user receives. */
function WarnForm({ person, occasion, earlierCount, earlier }: FormProps) {
  const { t } = useTexts();
  const { reason, validate, field } = useRequiredReason();
  async function work(): Promise<void> {
    const warned = await warnUser(occasion, reason);
    notifyPersonAction('moderation.done.warn', warned.undo, () => undefined, {
      name: person.nickname,
      count: warned.count,
    });
  }
  return (
    <FormDialog
      title={t('moderation.warn.title', { name: person.nickname })}
      {...countText(t, person)}
      action={t(isGeneral(occasion) ? 'moderation.warn.act' : 'moderation.act.warn')}
      validate={validate}
      onClose={closeDialog}
      onSubmit={work}
    >
      <ReasonField {...field} />
      {earlierCount > 0 && (
        <details className="before">
          <summary>{t('moderation.warn.before', { count: earlierCount })}</summary>
          {earlier}
        </details>
      )}
    </FormDialog>
  );
}

/** Warns an author and lists earlier warnings (R29). Only global moderators warn without a post. */
export function WarnDialog({ occasion }: { occasion: WarningTarget }) {
  const { t } = useTexts();
  const { userId } = occasion;
  const [isWriting, setIsWriting] = useState(!isGeneral(occasion));
  const { value, failure, reload } = useQuery(`warnings ${userId}`, async () => {
    const [person, warnings] = await Promise.all([loadModeratedUser(userId), loadWarnings(userId)]);
    return { person, warnings };
  });
  if (!value)
    return (
      <Dialog title={t('moderation.act.warn')} onClose={closeDialog}>
        {failure ? (
          <LoadError failure={failure} onRetry={reload} />
        ) : (
          <p className="meta">{t('common.loading')}</p>
        )}
      </Dialog>
    );
  const { person, warnings } = value;
  const withdraw = async (id: number) => {
    await withdrawWarning(id, '');
    showToast({ key: 'moderation.done.withdraw' });
    reload(true);
  };
  const warningList = (
    <WarningList
      warnings={warnings}
      mayWithdraw={({ thread_id }) =>
        thread_id === 0 ? person.may_warn_generally : person.may_warn
      }
      onWithdraw={withdraw}
    />
  );
  if (isWriting)
    return (
      <WarnForm
        person={person}
        occasion={occasion}
        earlierCount={warnings.length}
        earlier={warningList}
      />
    );
  return (
    <Dialog
      title={t('moderation.warn.of', { name: person.nickname })}
      {...countText(t, person)}
      onClose={closeDialog}
    >
      {warnings.length > 0 ? warningList : <p className="meta">{t('moderation.warn.none')}</p>}
      {person.may_warn_generally ? (
        <footer>
          <Button isPrimary onClick={() => setIsWriting(true)}>
            {t('moderation.warn.title', { name: person.nickname })}
          </Button>
        </footer>
      ) : (
        person.may_warn && (
          <p className="hint">{t('moderation.warn.byPost', { name: person.nickname })}</p>
        )
      )}
    </Dialog>
  );
}
