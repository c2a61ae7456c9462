import { useState } from 'react';
import type { Order, Because as Reason } from '#stores/moderation/acts.ts';
import { $forum, $thread } from '#stores/moderation/place.ts';
import Because from '../ui/Because.tsx';
import { useForm } from '../ui/form.ts';
import { useTexts } from '../ui/text.ts';
import { SubjectField } from '../writing/SubjectField.tsx';
import { subjectProblem } from '../writing/useThreadRules.ts';
import { Destination } from './Destination.tsx';
import { doAndShow } from './doing.ts';
import { FindThread } from './FindThread.tsx';
import { Sheet } from './Sheet.tsx';

/**
 * Acts that take something away, or send it elsewhere: authors are told unless the moderator says
 * otherwise.
 */
const TELLING: readonly string[] = ['delete', 'hide', 'reject', 'move', 'merge', 'split'];
const TAKING: readonly string[] = ['delete', 'hide', 'reject'];

/** Asks for what an act needs beside its targets, and why it is done. */
export function ActDialog({ order }: { order: Order }) {
  const { t } = useTexts();
  const { act, kind, ids } = order;
  const [reason, setReason] = useState<Reason>({ note: '', notify: TELLING.includes(act) });
  const [place, setPlace] = useState<{ forumId: number | undefined; themeId: number | undefined }>(
    () => ({
      forumId: $thread.get()?.forum_id ?? $forum.get()?.id,
      themeId: $thread.get()?.type_id,
    }),
  );
  const [into, setInto] = useState<number>();
  const [subject, setSubject] = useState('');
  const form = useForm(
    { place, into, subject },
    {
      place: ({ place }) =>
        ['move', 'split'].includes(act) && place.forumId === undefined
          ? t('writing.problem.forum')
          : undefined,
      into: ({ into }) =>
        act === 'merge' && into === undefined ? t('moderation.merge.choose') : undefined,
      subject: ({ subject }) => (act === 'split' ? subjectProblem(t, subject) : undefined),
    },
  );
  const { forumId, themeId } = place;
  const needsPlace = act === 'move' || act === 'split';
  const work = () =>
    doAndShow(
      {
        ...order,
        into,
        subject,
        place: needsPlace && forumId !== undefined ? { forumId, themeId } : undefined,
      },
      reason,
    );
  return (
    <Sheet
      title={t(`moderation.ask.${act}`, {
        count: ids.length,
        what: t(`moderation.what.${kind}`, { count: ids.length }),
      })}
      text={t(`moderation.means.${act}`)}
      action={t(`moderation.act.${act}`)}
      danger={TAKING.includes(act)}
      check={form.submit}
      work={work}
    >
      {act === 'merge' && (
        <FindThread
          own={ids[0] ?? 0}
          chosen={into}
          problem={form.problems.into}
          onChoose={setInto}
        />
      )}
      {act === 'split' && (
        <SubjectField
          value={subject}
          problem={form.problems.subject}
          idle={false}
          onChange={setSubject}
          onLeave={() => form.touch('subject')}
        />
      )}
      {needsPlace && <Destination {...place} problem={form.problems.place} onChange={setPlace} />}
      <Because value={reason} onChange={setReason} />
    </Sheet>
  );
}
