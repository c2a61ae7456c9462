import { AppError } from '#contracts/errors.ts';
import { MAX_ACTION_TARGETS } from '#contracts/limits.ts';
import { statement } from '#db/statement.ts';
import type { LockedComment } from '#domain/content/comment/state.ts';
import { lockPosts } from '#domain/content/post/counts.ts';
import { recountQueueNotices } from '#domain/delivery/notification/notify-moderators.ts';
import type { LogTarget } from '#domain/log/insert-entries.ts';
import { getReportCaseVersion } from '#domain/reports/cases.ts';
import { isSameItemSql } from '#domain/shared/item-sql.ts';
import { banInTransaction } from './bans.ts';
import { changeCommentStates, lockModeratedComments } from './comment-states.ts';
import { hideLetter, lockLetters, NO_FORUM_ID, type ReportedLetter } from './hide-letter.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';
import { changeReplyStates } from './reply-states.ts';
import { changeThreadStates } from './thread-states.ts';
import { type WarningTarget, warnInTransaction } from './warnings.ts';

/* Handles reports (R28): all open reports of an item together; every reporter is notified. */

/** A post, a comment or a private message. */
interface ReportedItem {
  threadId: number | null;
  postId: number | null;
  commentId: number | null;
  letterId: number | null;
}

/** The reported item, locked, with its operations. */
interface LockedItem {
  authorId: number;
  logTarget: LogTarget;
  /** The target of a warning to its author. */
  occasion: WarningTarget;
  /** Deletes it; hides a private message from its receiver. */
  remove(): Promise<void>;
}

/** Locks a reported item. Throws notFound, forbidden. */
async function lockReportedItem(
  transaction: ModerationTransaction,
  { postId, commentId, letterId }: Omit<ReportedItem, 'threadId'>,
): Promise<LockedItem> {
  if (letterId !== null) {
    const [letter] = (await lockLetters(transaction, [letterId])) as [ReportedLetter];
    return {
      authorId: letter.senderId,
      logTarget: { user: letter.senderId },
      occasion: { letter },
      remove: () => hideLetter(transaction, letter),
    };
  }
  if (commentId !== null) {
    const comments = (await lockModeratedComments(transaction, [commentId])) as [LockedComment];
    return {
      authorId: comments[0].userId,
      logTarget: { comment: commentId },
      occasion: { commentId },
      remove: () => changeCommentStates(transaction, comments, 'deleted'),
    };
  }
  const { posts, threads } = await lockPosts(transaction.tx, [postId ?? 0]);
  const [post] = posts.values();
  const thread = post && threads.get(post.threadId);
  if (!post || !thread) throw new AppError('notFound');
  return {
    authorId: post.userId,
    logTarget: { post: post.id },
    occasion: { postId: post.id },
    remove: () =>
      post.floor === 0
        ? changeThreadStates(transaction, [thread], 'deleted')
        : changeReplyStates(transaction, [post], threads, 'deleted'),
  };
}

export type ReportOutcome = 'dismiss' | 'delete' | 'warn' | 'ban';

/** The additional right that an outcome needs. */
export const RIGHT_OF_OUTCOME = {
  delete: 'post.delete',
  warn: 'user.warn',
  ban: 'user.ban',
} as const;
type OutcomeRight = (typeof RIGHT_OF_OUTCOME)[keyof typeof RIGHT_OF_OUTCOME];

export interface ReportHandling {
  id: number;
  outcome: ReportOutcome;
  /** A deletion also warns the author. */
  alsoWarns?: boolean | undefined;
  /** The `getReportCaseVersion` that the moderator saw: any other is a conflict. */
  expectedVersion?: string | undefined;
  /** As in bans.ts. */
  beginAt?: string | undefined;
  endAt?: string | undefined;
  hide?: boolean | undefined;
  hasRight: (right: OutcomeRight, forumId: number) => boolean;
}

export interface LockedReport extends ReportedItem {
  id: number;
  reporterId: number;
  /** NO_FORUM_ID for a private message. */
  forumId: number;
  state: string;
  takenBy: number | null;
}

export const REPORT_COLUMNS = `
  id,
  reporter_id as "reporterId",
  coalesce(forum_id, ${NO_FORUM_ID}) as "forumId",
  thread_id as "threadId",
  post_id as "postId",
  comment_id as "commentId",
  letter_id as "letterId",
  state,
  taken_by as "takenBy"`;
const selectItemOfReport = statement<Omit<ReportedItem, 'threadId'>, { id: number }>(`
  select post_id as "postId", comment_id as "commentId", letter_id as "letterId"
  from report
  where id = :id`);
const lockReportsOfItem = statement<LockedReport, { id: number }>(`
  select ${REPORT_COLUMNS}
  from report
  where id in (
      select own.id
      from report asked
      join report own on ${isSameItemSql('own', 'asked')}
      where asked.id = :id
    )
  order by id
  for update`);
const closeReports = statement<
  unknown,
  { ids: readonly number[]; userId: number; outcome: string; note: string }
>(
  `
    update report
    set
      state = 'handled',
      handled_by = :userId,
      handled_at = now(),
      outcome = :outcome,
      note = :note
    where id = any(:ids::int[])`,
);
const updateTakenBy = statement<unknown, { ids: readonly number[]; userId: number | null }>(
  `
    update report
    set state = case when :userId::int is null then 'open' else 'taken' end, taken_by = :userId
    where id = any(:ids::int[])`,
);

async function lockReport(
  transaction: ModerationTransaction,
  id: number,
): Promise<{ report: LockedReport; open: LockedReport[] }> {
  const all = await lockReportsOfItem(transaction.tx, { id });
  const report = all.find((one) => one.id === id);
  if (!report) throw new AppError('notFound');
  if (!transaction.moderator.mayModerate(report.forumId)) throw new AppError('forbidden');
  return { report, open: all.filter(({ state }) => state !== 'handled') };
}

async function applyOutcome(
  transaction: ModerationTransaction,
  timeZone: string,
  { forumId }: LockedReport,
  item: LockedItem,
  handling: ReportHandling,
): Promise<void> {
  const { outcome, alsoWarns, hasRight, beginAt, endAt, hide } = handling;
  if (
    (outcome !== 'dismiss' && !hasRight(RIGHT_OF_OUTCOME[outcome], forumId)) ||
    (alsoWarns && !hasRight('user.warn', forumId))
  )
    throw new AppError('forbidden');
  if (outcome === 'delete') await item.remove();
  if (outcome === 'warn' || (outcome === 'delete' && alsoWarns))
    await warnInTransaction(transaction, item.occasion);
  if (outcome === 'ban')
    await banInTransaction(transaction, timeZone, {
      userId: item.authorId,
      beginAt,
      endAt,
      hide: hide ?? false,
    });
}

/**
 * Handles all open reports of an item: dismisses them, deletes the post (a first post with its
 * thread) or comment, hides the message, warns or bans the author. Throws notFound, forbidden,
 * conflict (handled already, or claimed by another moderator), malformed.
 */
export async function handleReport(
  context: ActionContext,
  handling: ReportHandling,
): Promise<ActionResult> {
  const acted = await runModerationAction(context, async (transaction) => {
    // Lock order: the reported item before its reports, as in every deletion.
    const [about] = await selectItemOfReport(transaction.tx, { id: handling.id });
    if (!about) throw new AppError('notFound');
    const item = await lockReportedItem(transaction, about);
    const { report, open } = await lockReport(transaction, handling.id);
    if (report.state === 'handled') throw new AppError('conflict');
    if (
      report.takenBy !== null &&
      report.takenBy !== context.moderator.userId &&
      !context.moderator.isGlobal
    )
      throw new AppError('conflict');
    if (
      handling.expectedVersion !== undefined &&
      handling.expectedVersion !== getReportCaseVersion(open)
    )
      throw new AppError('conflict');
    await applyOutcome(transaction, context.timeZone, report, item, handling);
    const ids = open.map(({ id }) => id);
    await closeReports(transaction.tx, {
      ids,
      userId: context.moderator.userId,
      outcome: handling.outcome,
      note: context.reason.note,
    });
    transaction.log({
      action: `report.${handling.outcome}`,
      target: item.logTarget,
      forumId: report.forumId || undefined,
      detail: { reports: ids },
    });
    await recountQueueNotices(transaction.tx, { kind: 'reportQueue', forumIds: [report.forumId] });
    for (let from = 0; from < ids.length; from += MAX_ACTION_TARGETS)
      transaction.addUndo({
        action: 'reopenReports',
        kind: 'report',
        ids: ids.slice(from, from + MAX_ACTION_TARGETS),
      });
    for (const one of open)
      transaction.notifyAlways({
        userId: one.reporterId,
        kind: 'report',
        act: `report.${handling.outcome}${one.letterId === null ? '' : '.letter'}`,
        threadId: one.threadId ?? undefined,
        postId: one.postId ?? undefined,
        commentId: one.commentId ?? undefined,
      });
  });
  return { ...acted, changed: [handling.id], unchanged: [] };
}

/** Claims or releases a report. Throws notFound, forbidden, conflict (handled, or another's). */
export const claimReport = (
  context: ActionContext,
  id: number,
  claim: boolean,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { report } = await lockReport(transaction, id);
    if (report.state === 'handled') throw new AppError('conflict');
    const mine = report.takenBy === context.moderator.userId;
    if (report.takenBy !== null && !mine && (claim || !context.moderator.isGlobal))
      throw new AppError('conflict');
    if (claim ? mine : report.takenBy === null) {
      transaction.addUnchanged(id);
      return;
    }
    await updateTakenBy(transaction.tx, {
      ids: [id],
      userId: claim ? context.moderator.userId : null,
    });
    transaction.addChanged(id);
    transaction.addUndo({
      action: claim ? 'returnReport' : 'claimReport',
      kind: 'report',
      ids: [id],
    });
  });

/**
 * Claims or releases all open reports of a post. `expectedVersion`: the getReportCaseVersion that
 * the moderator saw. Throws notFound, forbidden, conflict (handled, or changed since).
 */
export const claimReportCase = (
  context: ActionContext,
  id: number,
  claim: boolean,
  seen: string,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { report, open } = await lockReport(transaction, id);
    if (report.state === 'handled' || seen !== getReportCaseVersion(open))
      throw new AppError('conflict');
    const ids = open.map((one) => one.id);
    await updateTakenBy(transaction.tx, { ids, userId: claim ? context.moderator.userId : null });
    for (const one of ids) transaction.addChanged(one);
  });
