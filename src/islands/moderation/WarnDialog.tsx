import { useState } from 'react';
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
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { LoadError } from '../components/LoadError.tsx';
import ReasonField from '../components/ReasonField.tsx';
import { Time } from '../components/Time.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { closeDialog } from './dialog-store.ts';
import { notifyPersonAction } from './perform-action.ts';

interface WarningListProps {
  warnings: readonly WarningWire[];
  onWithdraw: ((id: number) => Promise<void>) | undefined;
}

/** A warning of the user, with the button that withdraws it. */
function WarningList({ warnings, onWithdraw }: WarningListProps) {
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
              onWithdraw && (
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
      {idToWithdraw !== undefined && onWithdraw && (
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

/**
 * Warns an author about a post, and lists their earlier warnings (R29). Without a post it only
 * lists them.
 */
export function WarnDialog({ occasion }: { occasion: WarningTarget }) {
  const { t } = useTexts();
  const { userId } = occasion;
  const [note, setNote] = useState('');
  const { value, failure, reload } = useQuery(`warnings ${userId}`, async () => {
    const [person, warnings] = await Promise.all([loadModeratedUser(userId), loadWarnings(userId)]);
    return { person, warnings };
  });
  const form = useForm(
    { note },
    { note: ({ note }) => (note.trim() === '' ? t('moderation.reason.missing') : undefined) },
  );
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
  const countText =
    person.warnings_cnt > 0
      ? { text: t('moderation.warn.count', { count: person.warnings_cnt }) }
      : {};
  const withdraw = async (id: number) => {
    await withdrawWarning(id, '');
    showToast({ key: 'moderation.done.withdraw' });
    reload(true);
  };
  const warningList = (
    <WarningList warnings={warnings} onWithdraw={person.may_warn ? withdraw : undefined} />
  );
  if ((occasion.threadId ?? occasion.postId ?? occasion.commentId) === undefined)
    return (
      <Dialog
        title={t('moderation.warn.of', { name: person.nickname })}
        {...countText}
        onClose={closeDialog}
      >
        {warningList}
      </Dialog>
    );
  async function work(): Promise<void> {
    const warned = await warnUser(occasion, note.trim());
    notifyPersonAction('moderation.done.warn', warned.undo, () => undefined, {
      name: person.nickname,
      count: warned.count,
    });
  }
  return (
    <FormDialog
      title={t('moderation.warn.title', { name: person.nickname })}
      {...countText}
      action={t('moderation.act.warn')}
      validate={form.submit}
      onClose={closeDialog}
      onSubmit={work}
    >
      <ReasonField
        value={{ note, notify: true }}
        onChange={({ note }) => setNote(note)}
        isAlwaysTold
        problem={form.problems.note}
      />
      {warnings.length > 0 && (
        <details className="before">
          <summary>{t('moderation.warn.before', { count: warnings.length })}</summary>
          {warningList}
        </details>
      )}
    </FormDialog>
  );
}
