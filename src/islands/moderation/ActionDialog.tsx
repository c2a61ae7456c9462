import { useState } from 'react';
import type { ActionRequest, ActionReason as Reason } from '#stores/moderation/actions.ts';
import { $moderatedForum, $moderatedThread } from '#stores/moderation/moderator-view.ts';
import ReasonField from '../components/ReasonField.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SubjectField } from '../thread-form/SubjectField.tsx';
import { findSubjectProblem } from '../thread-form/use-thread-rules.ts';
import { ForumThemeFields } from './ForumThemeFields.tsx';
import { ModerationFormDialog } from './ModerationFormDialog.tsx';
import { performAndShow } from './perform-action.ts';
import { ThreadPicker } from './ThreadPicker.tsx';

/**
 * Acts that take something away, or send it elsewhere: authors are told unless the moderator says
 * otherwise.
 */
const NOTIFYING_ACTIONS: readonly string[] = ['delete', 'hide', 'reject', 'move', 'merge', 'split'];
const REMOVING_ACTIONS: readonly string[] = ['delete', 'hide', 'reject'];

/** Asks for what an act needs beside its targets, and why it is done. */
export function ActionDialog({ order }: { order: ActionRequest }) {
  const { t } = useTexts();
  const { action, kind, ids } = order;
  const [reason, setReason] = useState<Reason>({
    note: '',
    notify: NOTIFYING_ACTIONS.includes(action),
  });
  const [place, setPlace] = useState<{ forumId: number | undefined; themeId: number | undefined }>(
    () => ({
      forumId: $moderatedThread.get()?.forum_id ?? $moderatedForum.get()?.id,
      themeId: $moderatedThread.get()?.type_id,
    }),
  );
  const [targetThreadId, setTargetThreadId] = useState<number>();
  const [subject, setSubject] = useState('');
  const form = useForm(
    { place, into: targetThreadId, subject },
    {
      place: ({ place }) =>
        ['move', 'split'].includes(action) && place.forumId === undefined
          ? t('writing.problem.forum')
          : undefined,
      into: ({ into }) =>
        action === 'merge' && into === undefined ? t('moderation.merge.choose') : undefined,
      subject: ({ subject }) => (action === 'split' ? findSubjectProblem(t, subject) : undefined),
    },
  );
  const { forumId, themeId } = place;
  const needsForum = action === 'move' || action === 'split';
  const work = () =>
    performAndShow(
      {
        ...order,
        into: targetThreadId,
        subject,
        destination: needsForum && forumId !== undefined ? { forumId, themeId } : undefined,
      },
      reason,
    );
  return (
    <ModerationFormDialog
      title={t(`moderation.ask.${action}`, {
        count: ids.length,
        what: t(`moderation.what.${kind}`, { count: ids.length }),
      })}
      text={t(`moderation.means.${action}`)}
      action={t(`moderation.act.${action}`)}
      isDangerous={REMOVING_ACTIONS.includes(action)}
      validate={form.submit}
      onSubmit={work}
    >
      {action === 'merge' && (
        <ThreadPicker
          excludedId={ids[0] ?? 0}
          chosen={targetThreadId}
          problem={form.problems.into}
          onChoose={setTargetThreadId}
        />
      )}
      {action === 'split' && (
        <SubjectField
          value={subject}
          problem={form.problems.subject}
          isInactive={false}
          onChange={setSubject}
          onLeave={() => form.touch('subject')}
        />
      )}
      {needsForum && (
        <ForumThemeFields {...place} problem={form.problems.place} onChange={setPlace} />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ModerationFormDialog>
  );
}
