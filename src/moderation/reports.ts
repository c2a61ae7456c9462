import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { lockPosts } from '#domain/post/counts.ts';
import { type Acted, type Acting, act, type Because, type Place } from './act.ts';
import { ban } from './ban.ts';
import type { Moderator } from './moderator.ts';
import { changeReplies } from './posts.ts';
import { changeState } from './threads.ts';
import { warn } from './warn.ts';

/*
 * Handling reports (R28). All that are open for a post are handled together, and everybody who
 * reported it is told.
 */

export const OUTCOMES = ['dismiss', 'delete', 'warn', 'ban'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Handling {
  id: number;
  outcome: Outcome;
  /** Of a deletion: the author is warned for it, too. */
  warnToo?: boolean | undefined;
  /** `caseVersion` of what the moderator saw: anything else than that is a conflict. */
  seen?: string | undefined;
  /** Of a ban, as in ban.ts. */
  beginAt?: string | undefined;
  endAt?: string | undefined;
  hide?: boolean | undefined;
  /** Whether the moderator may ban at all. */
  mayBan: boolean;
  /** And delete. */
  mayDelete: (forumId: number) => boolean;
}

interface Report {
  id: number;
  reporterId: number;
  forumId: number;
  threadId: number;
  postId: number;
  state: string;
  takenBy: number | null;
}

/** What changes when somebody claims the reports of a post, or somebody else reports it. */
export function caseVersion(open: readonly { id: number; takenBy: number | null }[]): string {
  const takenBy = open.find((report) => report.takenBy !== null)?.takenBy ?? 0;
  return `${takenBy}.${Math.max(0, ...open.map((report) => report.id))}`;
}

const columns = `id, reporter_id as "reporterId", forum_id as "forumId", thread_id as "threadId", post_id as "postId", state, taken_by as "takenBy"`;
const postOf = statement<{ postId: number }, { id: number }>(
  `select post_id as "postId" from report where id = :id`,
);
const lockAbout = statement<Report, { postId: number }>(
  `select ${columns} from report where post_id = :postId order by id for update`,
);
const close = statement<
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
const take = statement<unknown, { ids: readonly number[]; userId: number | null }>(
  `
    update report
    set state = case when :userId::int is null then 'open' else 'taken' end, taken_by = :userId
    where id = any(:ids::int[])`,
);

async function lockReport(acting: Acting, id: number): Promise<{ report: Report; open: Report[] }> {
  const [about] = await postOf(acting.tx, { id });
  const all = about ? await lockAbout(acting.tx, { postId: about.postId }) : [];
  const report = all.find((one) => one.id === id);
  if (!report) throw new AppError('notFound');
  if (!acting.moderator.may(report.forumId)) throw new AppError('forbidden');
  return { report, open: all.filter((one) => one.state !== 'handled') };
}

async function carryOut(
  acting: Acting,
  timeZone: string,
  { postId, threadId, forumId }: Report,
  handling: Handling,
): Promise<void> {
  const { outcome, mayBan, mayDelete, beginAt, endAt, hide } = handling;
  if ((outcome === 'ban' && !mayBan) || (outcome === 'delete' && !mayDelete(forumId)))
    throw new AppError('forbidden');
  const { posts, threads } = await lockPosts(acting.tx, [postId]);
  const post = posts.get(postId);
  const thread = threads.get(threadId) ?? threads.get(post?.threadId ?? 0);
  if (!post || !thread) throw new AppError('notFound');
  if (outcome === 'delete' && post.floor === 0) await changeState(acting, [thread], 'deleted');
  if (outcome === 'delete' && post.floor > 0)
    await changeReplies(acting, [post], threads, 'deleted');
  if (outcome === 'warn' || (outcome === 'delete' && handling.warnToo))
    await warn(acting, { postId });
  if (outcome === 'ban')
    await ban(acting, timeZone, {
      userId: post.userId,
      beginAt,
      endAt,
      hide: hide ?? false,
      reason: acting.because.note,
    });
}

/**
 * Handles a report, and with it the other open ones of the same post: dismisses them, deletes the
 * post (a first post with its thread), warns or bans its author. Throws notFound, forbidden,
 * conflict (it was handled, or another moderator has claimed it), malformed.
 */
export async function handleReport(
  place: Place,
  moderator: Moderator,
  because: Because,
  handling: Handling,
): Promise<Acted> {
  const acted = await act(place, moderator, because, async (acting) => {
    // Posts are locked before reports, as by everything that deletes.
    const [about] = await postOf(acting.tx, { id: handling.id });
    if (!about) throw new AppError('notFound');
    await lockPosts(acting.tx, [about.postId]);
    const { report, open } = await lockReport(acting, handling.id);
    if (report.state === 'handled') throw new AppError('conflict');
    if (report.takenBy !== null && report.takenBy !== moderator.userId && !moderator.everywhere)
      throw new AppError('conflict');
    if (handling.seen !== undefined && handling.seen !== caseVersion(open))
      throw new AppError('conflict');
    await carryOut(acting, place.timeZone, report, handling);
    await close(acting.tx, {
      ids: open.map((one) => one.id),
      userId: moderator.userId,
      outcome: handling.outcome,
      note: because.note,
    });
    acting.log({
      action: `report.${handling.outcome}`,
      target: { post: report.postId },
      forumId: report.forumId,
      detail: { reports: open.map((one) => one.id) },
    });
    for (const one of open)
      acting.tellAnyway({
        userId: one.reporterId,
        kind: 'report',
        act: `report.${handling.outcome}`,
        threadId: one.threadId,
        postId: one.postId,
      });
  });
  return { ...acted, changed: [handling.id], unchanged: [] };
}

/**
 * Claims a report, so that two moderators don't work on it, or gives it back. Throws notFound,
 * forbidden, conflict (it was handled, or somebody else has it).
 */
export const claimReport = (
  place: Place,
  moderator: Moderator,
  id: number,
  claim: boolean,
): Promise<Acted> =>
  act(place, moderator, { note: '', notify: false }, async (acting) => {
    const { report } = await lockReport(acting, id);
    if (report.state === 'handled') throw new AppError('conflict');
    const mine = report.takenBy === moderator.userId;
    if (report.takenBy !== null && !mine && (claim || !moderator.everywhere))
      throw new AppError('conflict');
    if (claim ? mine : report.takenBy === null) {
      acting.unchanged(id);
      return;
    }
    await take(acting.tx, { ids: [id], userId: claim ? moderator.userId : null });
    acting.changed(id);
    acting.undoneBy('POST', '/api/v1/user/report', { id, action: claim ? 'unclaim' : 'claim' });
  });

/**
 * The same for all open reports of a post together. `seen` is `caseVersion` of what the moderator
 * saw. Throws notFound, forbidden, conflict (they were handled, or are no longer what was seen).
 */
export const claimCase = (
  place: Place,
  moderator: Moderator,
  id: number,
  claim: boolean,
  seen: string,
): Promise<Acted> =>
  act(place, moderator, { note: '', notify: false }, async (acting) => {
    const { report, open } = await lockReport(acting, id);
    if (report.state === 'handled' || seen !== caseVersion(open)) throw new AppError('conflict');
    const ids = open.map((one) => one.id);
    await take(acting.tx, { ids, userId: claim ? moderator.userId : null });
    for (const one of ids) acting.changed(one);
  });
