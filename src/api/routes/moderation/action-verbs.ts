import { AppError } from '#contracts/errors.ts';
import {
  getAction,
  type PerformedAction,
  type ThreadMarkField,
} from '#contracts/moderation-actions.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import type { ContentState } from '#domain/content/thread/state.ts';
import { banUser, liftBan } from '#moderation/bans.ts';
import { setCommentStates } from '#moderation/comment-states.ts';
import { claimReport } from '#moderation/handle-reports.ts';
import { restoreLetters } from '#moderation/hide-letter.ts';
import { mergeThreads, unmergeThread } from '#moderation/merge-threads.ts';
import type { ActionContext, ActionResult } from '#moderation/moderation-action.ts';
import { moveThreads } from '#moderation/move-threads.ts';
import { reopenReports } from '#moderation/reopen-reports.ts';
import { featureReplies, setReplyStates } from '#moderation/reply-states.ts';
import { decideReview } from '#moderation/review-decision.ts';
import { splitReplies, unsplitThread } from '#moderation/split-thread.ts';
import { setThreadMark } from '#moderation/thread-marks.ts';
import { setThreadStates } from '#moderation/thread-states.ts';
import { warnUser, withdrawWarning } from '#moderation/warnings.ts';
import { parseLocalTime } from '../../http/moderation-action.ts';

/* Implementations of the actions in contracts/moderation-actions.ts. */

/** Performs an action on a valid kind of target. Throws AppError. */
type Verb = (context: ActionContext, sent: PerformActionWire) => Promise<ActionResult>;

const requireField = <T>(field: string, value: T | null | undefined | 0): T => {
  if (value === null || value === undefined || value === 0)
    throw new AppError('malformed', { values: { field } });
  return value as T;
};
/** The target of an action that takes one. */
const onlyId = ({ ids }: PerformActionWire): number =>
  requireField('ids', ids.length === 1 ? ids[0] : undefined);

const setState =
  (state: ContentState): Verb =>
  (context, { kind, ids }) => {
    const setStates =
      kind === 'thread' ? setThreadStates : kind === 'reply' ? setReplyStates : setCommentStates;
    return setStates(context, ids, state);
  };

/** Sets or removes the thread mark that the action's entry names. */
const setMark: Verb = (context, { action, ids, level, minutes }) => {
  const mark = getAction(action as Parameters<typeof getAction>[0]).mark;
  if (!mark) throw new Error(`${action} names no mark`);
  const value = mark.value && (level ?? 1);
  const closedMinutes = action === 'close' ? minutes : null;
  return setThreadMark(context, ids, mark.field as ThreadMarkField, value, closedMinutes);
};

const feature =
  (isFeatured: boolean): Verb =>
  (context, sent) =>
    featureReplies(context, sent.ids, isFeatured);

const decide =
  (isApproved: boolean): Verb =>
  (context, { kind, ids }) => {
    const items = ids.map((id) => ({ kind: kind as 'thread' | 'reply' | 'comment', id }));
    return decideReview(context, items, isApproved);
  };

const claim =
  (isClaimed: boolean): Verb =>
  (context, sent) =>
    claimReport(context, onlyId(sent), isClaimed);

export const ACTION_VERBS: Readonly<Record<PerformedAction, Verb>> = {
  pin: setMark,
  unpin: setMark,
  pinEverywhere: setMark,
  unpinEverywhere: setMark,
  digest: setMark,
  undigest: setMark,
  digestEverywhere: setMark,
  undigestEverywhere: setMark,
  resolve: setMark,
  unresolve: setMark,
  close: setMark,
  open: setMark,
  slow: setMark,
  unslow: setMark,
  feature: feature(true),
  unfeature: feature(false),
  hide: setState('hidden'),
  restore: setState('normal'),
  delete: setState('deleted'),
  approve: decide(true),
  reject: decide(false),
  claimReport: claim(true),
  returnReport: claim(false),
  restoreLetter: (context, sent) => restoreLetters(context, sent.ids),
  reopenReports: (context, sent) => reopenReports(context, sent.ids),

  move: (context, { ids, forum_id, theme_id }) =>
    moveThreads(context, ids, {
      forumId: requireField('forum_id', forum_id),
      themeId: theme_id || undefined,
    }),
  merge: (context, sent) => mergeThreads(context, onlyId(sent), requireField('into', sent.into)),
  unmerge: (context, sent) => unmergeThread(context, onlyId(sent)),
  split: (context, { ids, subject, forum_id, theme_id }) =>
    splitReplies(context, {
      ids,
      subject: subject ?? '',
      to: forum_id ? { forumId: forum_id, themeId: theme_id || undefined } : undefined,
    }),
  unsplit: (context, sent) => unsplitThread(context, onlyId(sent)),
  ban: (context, sent) =>
    banUser(context, {
      userId: onlyId(sent),
      beginAt: parseLocalTime('begin_at', sent.begin_at),
      endAt: parseLocalTime('end_at', sent.end_at),
      hide: sent.hide === 1,
      expectedBanId: sent.seen ?? undefined,
    }),
  liftBan: (context, sent) => liftBan(context, onlyId(sent), sent.seen ?? undefined),
  warn: (context, sent) => warnUser(context, { userId: onlyId(sent) }),
  withdrawWarning: (context, sent) => withdrawWarning(context, onlyId(sent)),
};
