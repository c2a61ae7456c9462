import { AppError } from '#contracts/errors.ts';
import { MAX_ACTION_TARGETS } from '#contracts/limits.ts';
import { MESSAGE_CATEGORIES } from '#contracts/notifications.ts';
import { mayOverrule } from '#contracts/ranks.ts';
import { statement } from '#db/statement.ts';
import { lockPosts } from '#domain/post/counts.ts';
import { readRanks } from '#domain/user/rank.ts';
import { banInTransaction } from './bans.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  type Reason,
  requireFound,
  requireModerates,
  runModerationAction,
} from './moderation-action.ts';
import { getModeratorRank, type Moderator } from './moderator.ts';
import { changeReplyStates } from './reply-states.ts';
import { getReportCaseVersion } from './report-case-version.ts';
import { changeThreadStates } from './thread-states.ts';
import { warnInTransaction } from './warnings.ts';

/*
 * Handling reports (R28). All that are open for a post are handled together, and everybody who
 * reported it is told.
 */

export type ReportOutcome = 'dismiss' | 'delete' | 'warn' | 'ban';

/** The right that an outcome needs beside that of handling reports. */
export const RIGHT_OF_OUTCOME = {
  delete: 'post.delete',
  warn: 'user.warn',
  ban: 'user.ban',
} as const;
type OutcomeRight = (typeof RIGHT_OF_OUTCOME)[keyof typeof RIGHT_OF_OUTCOME];

export interface ReportHandling {
  id: number;
  outcome: ReportOutcome;
  /** Of a deletion: the author is warned for it, too. */
  alsoWarns?: boolean | undefined;
  /** `getReportCaseVersion` of what the moderator saw: anything else than that is a conflict. */
  expectedVersion?: string | undefined;
  /** Of a ban, as in bans.ts. */
  beginAt?: string | undefined;
  endAt?: string | undefined;
  hide?: boolean | undefined;
  /** Whether the moderator has a right in a forum. */
  hasRight: (right: OutcomeRight, forumId: number) => boolean;
}

interface LockedReport {
  id: number;
  reporterId: number;
  forumId: number;
  threadId: number;
  postId: number;
  state: string;
  takenBy: number | null;
}

const REPORT_COLUMNS = `id, reporter_id as "reporterId", forum_id as "forumId", thread_id as "threadId", post_id as "postId", state, taken_by as "takenBy"`;
const selectPostOfReport = statement<{ postId: number }, { id: number }>(
  `select post_id as "postId" from report where id = :id`,
);
const lockReportsOfPost = statement<LockedReport, { postId: number }>(
  `select ${REPORT_COLUMNS} from report where post_id = :postId order by id for update`,
);
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
  const [about] = await selectPostOfReport(transaction.tx, { id });
  const all = about ? await lockReportsOfPost(transaction.tx, { postId: about.postId }) : [];
  const report = all.find((one) => one.id === id);
  if (!report) throw new AppError('notFound');
  if (!transaction.moderator.mayModerate(report.forumId)) throw new AppError('forbidden');
  return { report, open: all.filter((one) => one.state !== 'handled') };
}

async function applyOutcome(
  transaction: ModerationTransaction,
  timeZone: string,
  { postId, threadId, forumId }: LockedReport,
  handling: ReportHandling,
): Promise<void> {
  const { outcome, alsoWarns, hasRight, beginAt, endAt, hide } = handling;
  if (
    (outcome !== 'dismiss' && !hasRight(RIGHT_OF_OUTCOME[outcome], forumId)) ||
    (alsoWarns && !hasRight('user.warn', forumId))
  )
    throw new AppError('forbidden');
  const { posts, threads } = await lockPosts(transaction.tx, [postId]);
  const post = posts.get(postId);
  const thread = threads.get(threadId) ?? threads.get(post?.threadId ?? 0);
  if (!post || !thread) throw new AppError('notFound');
  if (outcome === 'delete' && post.floor === 0)
    await changeThreadStates(transaction, [thread], 'deleted');
  if (outcome === 'delete' && post.floor > 0)
    await changeReplyStates(transaction, [post], threads, 'deleted');
  if (outcome === 'warn' || (outcome === 'delete' && alsoWarns))
    await warnInTransaction(transaction, { postId });
  if (outcome === 'ban')
    await banInTransaction(transaction, timeZone, {
      userId: post.userId,
      beginAt,
      endAt,
      hide: hide ?? false,
      reason: transaction.reason.note,
    });
}

/**
 * Handles a report, and with it the other open ones of the same post: dismisses them, deletes the
 * post (a first post with its thread), warns or bans its author. Throws notFound, forbidden,
 * conflict (it was handled, or another moderator has claimed it), malformed.
 */
export async function handleReport(
  context: ActionContext,
  moderator: Moderator,
  reason: Reason,
  handling: ReportHandling,
): Promise<ActionResult> {
  const acted = await runModerationAction(context, moderator, reason, async (transaction) => {
    // Posts are locked before reports, as by everything that deletes.
    const [about] = await selectPostOfReport(transaction.tx, { id: handling.id });
    if (!about) throw new AppError('notFound');
    await lockPosts(transaction.tx, [about.postId]);
    const { report, open } = await lockReport(transaction, handling.id);
    if (report.state === 'handled') throw new AppError('conflict');
    if (report.takenBy !== null && report.takenBy !== moderator.userId && !moderator.isGlobal)
      throw new AppError('conflict');
    if (
      handling.expectedVersion !== undefined &&
      handling.expectedVersion !== getReportCaseVersion(open)
    )
      throw new AppError('conflict');
    await applyOutcome(transaction, context.timeZone, report, handling);
    await closeReports(transaction.tx, {
      ids: open.map((one) => one.id),
      userId: moderator.userId,
      outcome: handling.outcome,
      note: reason.note,
    });
    const ids = open.map((one) => one.id);
    transaction.log({
      action: `report.${handling.outcome}`,
      target: { post: report.postId },
      forumId: report.forumId,
      detail: { reports: ids },
    });
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
        act: `report.${handling.outcome}`,
        threadId: one.threadId,
        postId: one.postId,
      });
  });
  return { ...acted, addChanged: [handling.id], addUnchanged: [] };
}

const lockReportsByIds = statement<
  LockedReport & { handledBy: number | null },
  { ids: readonly number[] }
>(
  `
    select ${REPORT_COLUMNS}, handled_by as "handledBy"
    from report
    where id = any(:ids::int[])
    order by id
    for update`,
);
// A reporter who has reported the post again meanwhile keeps that report alone.
const updateReopened = statement<{ id: number }, { ids: readonly number[] }>(`
  with told as (
    delete from notification n
    using report r
    where r.id = any(:ids::int[])
      and n.user_id = r.reporter_id
      and n.category = ${MESSAGE_CATEGORIES.system}
      and n.kind = 'report'
      and n.created_at = r.handled_at
  )
  update report r
  set
    state = case when taken_by is null then 'open' else 'taken' end,
    handled_by = null,
    handled_at = null,
    outcome = null,
    note = ''
  where id = any(:ids::int[])
    and state = 'handled'
    and not exists (
      select
      from report again
      where again.post_id = r.post_id
        and again.reporter_id = r.reporter_id
        and again.state <> 'handled'
    )
  returning id`);

/**
 * Takes the handling of reports back: they are open again, and what their reporters were told of it
 * is gone. Throws notFound, forbidden, outranked (a moderator of a higher rank handled them).
 */
export const reopenReports = (
  context: ActionContext,
  moderator: Moderator,
  reason: Reason,
  ids: readonly number[],
): Promise<ActionResult> =>
  runModerationAction(context, moderator, reason, async (transaction) => {
    const found = await lockReportsByIds(transaction.tx, { ids });
    const reports = requireFound(ids, new Map(found.map((one) => [one.id, one])));
    requireModerates(moderator, reports);
    const handlers = reports.flatMap(({ handledBy }) => handledBy ?? []);
    const ranks = await readRanks(transaction.tx, [...new Set(handlers)]);
    if (handlers.some((id) => !mayOverrule(getModeratorRank(moderator), ranks.get(id) ?? 'member')))
      throw new AppError('outranked');
    const reopened = (await updateReopened(transaction.tx, { ids })).map((one) => one.id);
    for (const { id } of reports)
      if (reopened.includes(id)) transaction.changed(id);
      else transaction.unchanged(id);
    for (const [postId, [first]] of Map.groupBy(
      reports.filter(({ id }) => reopened.includes(id)),
      (one) => one.postId,
    ))
      transaction.log({
        action: 'report.reopen',
        target: { post: postId },
        forumId: first?.forumId,
        detail: { reports: reopened },
      });
  });

/**
 * Claims a report, so that two moderators don't work on it, or gives it back. Throws notFound,
 * forbidden, conflict (it was handled, or somebody else has it).
 */
export const claimReport = (
  context: ActionContext,
  moderator: Moderator,
  id: number,
  claim: boolean,
): Promise<ActionResult> =>
  runModerationAction(context, moderator, { note: '', notify: false }, async (transaction) => {
    const { report } = await lockReport(transaction, id);
    if (report.state === 'handled') throw new AppError('conflict');
    const mine = report.takenBy === moderator.userId;
    if (report.takenBy !== null && !mine && (claim || !moderator.isGlobal))
      throw new AppError('conflict');
    if (claim ? mine : report.takenBy === null) {
      transaction.unchanged(id);
      return;
    }
    await updateTakenBy(transaction.tx, { ids: [id], userId: claim ? moderator.userId : null });
    transaction.changed(id);
    transaction.addUndo({
      action: claim ? 'returnReport' : 'claimReport',
      kind: 'report',
      ids: [id],
    });
  });

/**
 * Claims or returns all open reports of a post together. `seen` is the getReportCaseVersion that
 * the moderator saw. Throws notFound, forbidden, conflict (the reports were handled, or have
 * changed since).
 */
export const claimReportCase = (
  context: ActionContext,
  moderator: Moderator,
  id: number,
  claim: boolean,
  seen: string,
): Promise<ActionResult> =>
  runModerationAction(context, moderator, { note: '', notify: false }, async (transaction) => {
    const { report, open } = await lockReport(transaction, id);
    if (report.state === 'handled' || seen !== getReportCaseVersion(open))
      throw new AppError('conflict');
    const ids = open.map((one) => one.id);
    await updateTakenBy(transaction.tx, { ids, userId: claim ? moderator.userId : null });
    for (const one of ids) transaction.changed(one);
  });
