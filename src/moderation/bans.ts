import { AppError } from '#contracts/errors.ts';
import { mayActOn } from '#contracts/ranks.ts';
import { type Runner, statement } from '#db/statement.ts';
import { hideContentOf, invalidateBan } from '#domain/people/apply-ban.ts';
import { SCHEDULE_BAN_BEGINS_SQL, SCHEDULE_BAN_ENDS_SQL } from '#domain/people/ban-jobs.ts';
import { readRank } from '#domain/people/rank.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
  type UndoAction,
} from './moderation-action.ts';
import { getModeratorRank, type Moderator, requireMayOverrule } from './moderator.ts';

/*
 * Bans (R29). The user's row has the period and reads compare it with the clock, so bans begin and
 * end without a job. A job at both times only updates published pages.
 */

export interface BanRequest {
  userId: number;
  /** LOCAL_TIME_PATTERN; default: now. */
  beginAt?: string | undefined;
  /** LOCAL_TIME_PATTERN, exclusive; without it the ban has no end. */
  endAt?: string | undefined;
  /** Hides all content of the user. */
  hide: boolean;
  /** The ban that the moderator saw, 0 for none: others conflict. Unchecked if undefined. */
  expectedBanId?: number | undefined;
}

interface LockedUser {
  id: number;
  hidden: boolean;
}

/** A lifted ban; times are in LOCAL_TIME_PATTERN. */
interface LiftedBan {
  id: number;
  beginAt: string;
  endAt: string | null;
  reason: string;
  hide: boolean;
}

const lockUser = statement<LockedUser, { userId: number }>(
  `select id, content_hidden as hidden from "user" where id = :userId for no key update`,
);
const resolveInterval = statement<
  { from: Date; until: Date | null; begun: boolean; fits: boolean },
  { beginAt: string | null; endAt: string | null; timeZone: string }
>(`
  select
    starts as "from",
    ends as until,
    starts <= now() as begun,
    (ends is null or (ends > starts and ends > now())) as fits
  from (
    select
      coalesce(:beginAt::timestamp at time zone :timeZone, now()) as starts,
      :endAt::timestamp at time zone :timeZone as ends
  ) given`);
const localTimeSql = (column: string) =>
  `to_char(${column} at time zone :timeZone, 'YYYY-MM-DD HH24:MI:SS')`;
const selectBansInForce = statement<{ id: number; moderatorId: number }, { userId: number }>(
  `
    select id, moderator_id as "moderatorId"
    from ban
    where user_id = :userId and lifted_at is null and (end_at is null or end_at > now())
    order by id desc`,
);
const liftActiveBans = statement<
  LiftedBan,
  { userId: number; timeZone: string; liftedBy: number }
>(`
  update ban
  set lifted_at = now(), lifted_by = :liftedBy
  where user_id = :userId and lifted_at is null and (end_at is null or end_at > now())
  returning
    id,
    ${localTimeSql('begin_at')} as "beginAt",
    ${localTimeSql('end_at')} as "endAt",
    reason,
    hide_content as hide`);
const insertBan = statement<
  { id: number },
  {
    userId: number;
    moderatorId: number;
    reason: string;
    from: Date;
    until: Date | null;
    hide: boolean;
  }
>(
  `
    insert into ban (
      user_id,
      moderator_id,
      reason,
      begin_at,
      end_at,
      hide_content
    )
    values (:userId, :moderatorId, :reason, :from, :until, :hide)
    returning id`,
);
const updateUserBan = statement<
  unknown,
  { userId: number; from: Date | null; until: Date | string | null; hide: boolean }
>(
  `
    update "user"
    set banned_from = :from, banned_until = :until, content_hidden = :hide, updated_at = now()
    where id = :userId`,
);
const scheduleBanBegin = statement<unknown, { userId: number }>(
  `${SCHEDULE_BAN_BEGINS_SQL} and id = :userId`,
);
const scheduleBanEnd = statement<unknown, { userId: number }>(
  `${SCHEDULE_BAN_ENDS_SQL} and id = :userId`,
);

/** Needs a higher rank (contracts/ranks.ts); for administrators also a fresh login (R19). */
async function requireMayBan(tx: Runner, moderator: Moderator, person: LockedUser): Promise<void> {
  if (person.id === moderator.userId)
    throw new AppError('malformed', { values: { field: 'user_id' } });
  const theirs = await readRank(tx, person.id);
  if (!mayActOn(getModeratorRank(moderator), theirs)) throw new AppError('forbidden');
  if ((theirs === 'administrator' || theirs === 'super') && !moderator.isLoginFresh)
    throw new AppError('loginAgain');
}

async function lockUserForBan(
  { tx, moderator }: ModerationTransaction,
  userId: number,
  seen: number | undefined,
): Promise<LockedUser> {
  const [person] = await lockUser(tx, { userId });
  if (!person) throw new AppError('notFound');
  await requireMayBan(tx, moderator, person);
  const bans = await selectBansInForce(tx, { userId });
  if (seen !== undefined && seen !== (bans[0]?.id ?? 0))
    throw new AppError('conflict', { payload: [userId] });
  await requireMayOverrule(
    tx,
    moderator,
    bans.map(({ moderatorId }) => moderatorId),
  );
  return person;
}

/** The undo of a lifted ban: the same ban again. */
const toBanAction = (
  userId: number,
  { beginAt, endAt, reason, hide }: LiftedBan,
  seen: number | undefined,
): UndoAction => ({
  action: 'ban',
  kind: 'user',
  ids: [userId],
  begin_at: beginAt,
  end_at: endAt ?? undefined,
  note: reason,
  hide: hide ? 1 : 0,
  seen,
});

/** Bans a user inside a moderation action. Its undo names the ban that it lifts. */
export async function banInTransaction(
  transaction: ModerationTransaction,
  timeZone: string,
  { userId, beginAt, endAt, hide, expectedBanId }: BanRequest,
): Promise<void> {
  const { tx, moderator } = transaction;
  const reason = transaction.reason.note;
  if (reason.trim() === '') throw new AppError('malformed', { values: { field: 'reason' } });
  const person = await lockUserForBan(transaction, userId, expectedBanId);
  const [span] = await resolveInterval(tx, {
    beginAt: beginAt ?? null,
    endAt: endAt ?? null,
    timeZone,
  });
  if (!span?.fits) throw new AppError('malformed', { values: { field: 'end_at' } });
  const replaced = await liftActiveBans(tx, { userId, timeZone, liftedBy: moderator.userId });
  const [inserted] = await insertBan(tx, {
    userId,
    moderatorId: moderator.userId,
    reason,
    from: span.from,
    until: span.until,
    hide,
  });
  await updateUserBan(tx, { userId, from: span.from, until: span.until ?? 'infinity', hide });
  if (!span.begun) await scheduleBanBegin(tx, { userId });
  if (span.until) await scheduleBanEnd(tx, { userId });
  transaction.log({
    action: 'user.ban',
    target: { user: userId },
    detail: {
      ban: inserted?.id,
      from: span.from.toISOString(),
      until: span.until?.toISOString() ?? null,
      hide,
      replaced: replaced.map(({ id }) => id),
    },
  });
  transaction.notifyAlways({ userId, act: 'user.ban' });
  transaction.addChanged(userId);
  const [former] = replaced.toSorted((a, b) => b.id - a.id);
  transaction.addUndo(
    former
      ? toBanAction(userId, former, inserted?.id)
      : { action: 'liftBan', kind: 'user', ids: [userId], seen: inserted?.id },
  );
  if (hide && span.begun) hideContentOf(transaction, userId);
  else await invalidateBan(transaction, userId, person.hidden);
}

/**
 * Throws notFound, forbidden (the moderator may not ban this user), outranked (a higher rank banned
 * them), loginAgain, conflict (of `expectedBanId`), malformed (invalid times, no reason).
 */
export const banUser = (context: ActionContext, wanted: BanRequest): Promise<ActionResult> =>
  runModerationAction(context, (transaction) =>
    banInTransaction(transaction, context.timeZone, wanted),
  );

/**
 * Lifts a ban; content that it hid is shown again. `expectedBanId` as in a ban. Throws notFound,
 * forbidden, outranked, loginAgain, conflict.
 */
export const liftBan = (
  context: ActionContext,
  userId: number,
  seen?: number,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const { tx } = transaction;
    const person = await lockUserForBan(transaction, userId, seen);
    const [lifted] = await liftActiveBans(tx, {
      userId,
      timeZone: context.timeZone,
      liftedBy: context.moderator.userId,
    });
    if (!lifted) {
      transaction.addUnchanged(userId);
      return;
    }
    await updateUserBan(tx, { userId, from: null, until: null, hide: false });
    transaction.log({ action: 'user.unban', target: { user: userId }, detail: { ban: lifted.id } });
    transaction.notifyAlways({ userId, act: 'user.unban' });
    transaction.addChanged(userId);
    transaction.addUndo(toBanAction(userId, lifted, 0));
    await invalidateBan(transaction, userId, person.hidden);
  });
