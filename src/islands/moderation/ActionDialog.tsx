import { useState } from 'react';
import type { ActionReason as Reason } from '#client/moderation/action-reason.ts';
import type { ActionRequest } from '#client/moderation/actions.ts';
import { $moderatedForum, $moderatedThread } from '#client/moderation/moderator-view.ts';
import { getAction } from '#contracts/moderation-actions.ts';
import ReasonField from '../components/ReasonField.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SubjectField } from '../thread-form/SubjectField.tsx';
import { findSubjectProblem } from '../thread-form/use-thread-rules.ts';
import { ForumThemeFields } from './ForumThemeFields.tsx';
import { ModerationFormDialog } from './ModerationFormDialog.tsx';
import { performAndShow } from './perform-action.ts';
import { ThreadPicker } from './ThreadPicker.tsx';

/** Asks for what an action needs beside its targets, and for the reason. */
export function ActionDialog({ order }: { order: ActionRequest }) {
  const { t } = useTexts();
  const { action, kind, ids } = order;
  const { inputs = [], isNotifying = false, isRemoval = false } = getAction(action);
  const [reason, setReason] = useState<Reason>({
    note: '',
    notify: isNotifying,
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
        inputs.includes('forum') && place.forumId === undefined
          ? t('writing.problem.forum')
          : undefined,
      into: ({ into }) =>
        inputs.includes('thread') && into === undefined ? t('moderation.merge.choose') : undefined,
      subject: ({ subject }) =>
        inputs.includes('subject') ? findSubjectProblem(t, subject) : undefined,
    },
  );
  const { forumId, themeId } = place;
  const work = () =>
    performAndShow(
      {
        ...order,
        into: targetThreadId,
        subject,
        destination:
          inputs.includes('forum') && forumId !== undefined ? { forumId, themeId } : undefined,
      },
      reason,
    );
  return (
    <ModerationFormDialog
      title={t(`moderation.ask.${action}`, {
        count: ids.length,
        what:
          ids.length === 1
            ? t(`moderation.this.${kind}`)
            : t(`moderation.what.${kind}`, { count: ids.length }),
      })}
      text={t(`moderation.means.${action}`)}
      action={t(`moderation.act.${action}`)}
      isDangerous={isRemoval}
      validate={form.submit}
      onSubmit={work}
    >
      {inputs.includes('thread') && (
        <ThreadPicker
          excludedId={ids[0] ?? 0}
          chosen={targetThreadId}
          problem={form.problems.into}
          onChoose={setTargetThreadId}
        />
      )}
      {inputs.includes('subject') && (
        <SubjectField
          value={subject}
          problem={form.problems.subject}
          isInactive={false}
          onChange={setSubject}
          onLeave={() => form.touch('subject')}
        />
      )}
      {inputs.includes('forum') && (
        <ForumThemeFields {...place} problem={form.problems.place} onChange={setPlace} />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ModerationFormDialog>
  );
}
