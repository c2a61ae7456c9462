import { AppError } from '#contracts/errors.ts';
import { mayActOn, mayOverrule } from '#contracts/ranks.ts';
import { type Runner, statement } from '#db/statement.ts';
import { touchedByShowing } from '#domain/user/ban-due.ts';
import { readRanks } from '#domain/user/rank.ts';
import { tag, touches, urgency } from '#publish/touch.ts';
import { type Acted, type Acting, act, type Place } from './act.ts';
import { type Moderator, rankOfModerator } from './moderator.ts';

/*
 * Bans (R29). The user's row says from when until when, and every reader compares that with the
 * clock, so a ban begins and ends by itself; a job at both moments brings the published pages up to
 * it.
 */

/** The community's local time, as the contract has it: "2026-11-01" or "2026-11-01 08:00:00". */
export const LOCAL_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;

export interface Ban {
  userId: number;
  /** LOCAL_TIME; without it from now on. */
  beginAt?: string | undefined;
  /** LOCAL_TIME; the ban ends when it begins. Without it somebody has to lift it. */
  endAt?: string | undefined;
  reason: string;
  /** Everything that the person has written is shown as hidden. */
  hide: boolean;
  /**
   * The ban in force that the moderator saw, 0 for none: another one meanwhile is a conflict. Not
   * asked for without it.
   */
  seen?: number | undefined;
}

interface Person {
  id: number;
  hidden: boolean;
}

/** A ban that was ended before its time; moments are LOCAL_TIME. */
interface Lifted {
  id: number;
  beginAt: string;
  endAt: string | null;
  reason: string;
  hide: boolean;
}

const lock = statement<Person, { userId: number }>(
  `select id, content_hidden as hidden from "user" where id = :userId for no key update`,
);
const interval = statement<
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
const LOCAL = (column: string) =>
  `to_char(${column} at time zone :timeZone, 'YYYY-MM-DD HH24:MI:SS')`;
const bannedBy = statement<{ moderatorId: number }, { userId: number }>(
  `
    select distinct moderator_id as "moderatorId"
    from ban
    where user_id = :userId and lifted_at is null and (end_at is null or end_at > now())`,
);
const newest = statement<{ id: number }, { userId: number }>(
  `
    select id
    from ban
    where user_id = :userId and lifted_at is null and (end_at is null or end_at > now())
    order by id desc
    limit 1`,
);
const liftAll = statement<Lifted, { userId: number; timeZone: string; liftedBy: number }>(`
  update ban
  set lifted_at = now(), lifted_by = :liftedBy
  where user_id = :userId and lifted_at is null and (end_at is null or end_at > now())
  returning
    id,
    ${LOCAL('begin_at')} as "beginAt",
    ${LOCAL('end_at')} as "endAt",
    reason,
    hide_content as hide`);
const insert = statement<
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
const set = statement<
  unknown,
  { userId: number; from: Date | null; until: Date | string | null; hide: boolean }
>(
  `
    update "user"
    set banned_from = :from, banned_until = :until, content_hidden = :hide, updated_at = now()
    where id = :userId`,
);
// One job at each moment; what a ban was replaced by, or lifted, they find in the user's row.
const schedule = statement<unknown, { userId: number; at: Date; what: string }>(
  `
    select graphile_worker.add_job(
      'ban',
      json_build_object('user', :userId::int),
      run_at => :at::timestamptz,
      job_key => format('ban:%s:%s', :userId::int, :what::text)
    )`,
);

/**
 * People are banned by those who stand above them (contracts/ranks.ts); nobody bans themselves.
 * What takes an administrator's rights away, or gives them back, needs a fresh login (R19).
 */
async function requireAbove(tx: Runner, moderator: Moderator, person: Person): Promise<void> {
  if (person.id === moderator.userId)
    throw new AppError('malformed', { values: { field: 'user_id' } });
  const theirs = (await readRanks(tx, [person.id])).get(person.id) ?? 'member';
  if (!mayActOn(rankOfModerator(moderator), theirs)) throw new AppError('forbidden');
  if ((theirs === 'administrator' || theirs === 'super') && !moderator.fresh)
    throw new AppError('loginAgain');
}

/** A ban by somebody of a higher rank is neither lifted nor replaced. */
async function requireOverruling(tx: Runner, moderator: Moderator, person: Person): Promise<void> {
  const deciders = (await bannedBy(tx, { userId: person.id })).map(
    ({ moderatorId }) => moderatorId,
  );
  if (deciders.length === 0) return;
  const ranks = await readRanks(tx, deciders);
  if (deciders.some((id) => !mayOverrule(rankOfModerator(moderator), ranks.get(id) ?? 'member')))
    throw new AppError('outranked');
}

async function lockPerson(
  { tx, moderator }: Acting,
  userId: number,
  seen: number | undefined,
): Promise<Person> {
  const [person] = await lock(tx, { userId });
  if (!person) throw new AppError('notFound');
  await requireAbove(tx, moderator, person);
  if (seen !== undefined && seen !== ((await newest(tx, { userId }))[0]?.id ?? 0))
    throw new AppError('conflict', { payload: [userId] });
  await requireOverruling(tx, moderator, person);
  return person;
}

/** What the call that bans is sent for a ban that was there before. */
const termsOf = (userId: number, { beginAt, endAt, reason, hide }: Lifted) => ({
  user_id: userId,
  action: 2,
  begin_at: beginAt,
  end_at: endAt ?? undefined,
  reason,
  hide_thread: hide ? 1 : 0,
});

/** Bans somebody, within an act. What takes it back names the ban that it takes back. */
export async function ban(
  acting: Acting,
  timeZone: string,
  { userId, beginAt, endAt, reason, hide, seen }: Ban,
): Promise<void> {
  const { tx, moderator } = acting;
  if (reason.trim() === '') throw new AppError('malformed', { values: { field: 'reason' } });
  const person = await lockPerson(acting, userId, seen);
  const [span] = await interval(tx, { beginAt: beginAt ?? null, endAt: endAt ?? null, timeZone });
  if (!span?.fits) throw new AppError('malformed', { values: { field: 'end_at' } });
  const replaced = await liftAll(tx, { userId, timeZone, liftedBy: moderator.userId });
  const [made] = await insert(tx, {
    userId,
    moderatorId: moderator.userId,
    reason,
    from: span.from,
    until: span.until,
    hide,
  });
  await set(tx, { userId, from: span.from, until: span.until ?? 'infinity', hide });
  if (!span.begun) await schedule(tx, { userId, at: span.from, what: 'begin' });
  if (span.until) await schedule(tx, { userId, at: span.until, what: 'end' });
  acting.log({
    action: 'user.ban',
    target: { user: userId },
    detail: {
      ban: made?.id,
      from: span.from.toISOString(),
      until: span.until?.toISOString() ?? null,
      hide,
      replaced: replaced.map((one) => one.id),
    },
  });
  acting.tellAnyway({ userId, act: 'user.ban' });
  acting.changed(userId);
  const [former] = replaced.toSorted((a, b) => b.id - a.id);
  acting.undoneBy('POST', '/api/v1/user/crime', {
    ...(former ? termsOf(userId, former) : { user_id: userId, action: 1 }),
    seen: made?.id,
  });
  if (hide && span.begun) {
    acting.touch(touches(urgency.takedown, tag.user(userId)));
    acting.takeDown([tag.user(userId)], { user: userId });
  } else if (person.hidden) acting.touch(await touchedByShowing(tx, userId));
  else acting.touch(touches(urgency.list, tag.userPage(userId)));
}

/**
 * Throws notFound, forbidden (somebody whom the moderator may not ban), outranked (banned already
 * by a higher rank), loginAgain, conflict (of `seen`), malformed (times that can't be, no reason).
 */
export const banUser = (place: Place, moderator: Moderator, wanted: Ban): Promise<Acted> =>
  act(place, moderator, { note: wanted.reason, notify: true }, (acting) =>
    ban(acting, place.timeZone, wanted),
  );

/**
 * Ends a ban before its time; what it hid is shown again. `seen` as in Ban. Throws notFound,
 * forbidden, outranked, loginAgain, conflict.
 */
export const liftBan = (
  place: Place,
  moderator: Moderator,
  userId: number,
  reason: string,
  seen?: number,
): Promise<Acted> =>
  act(place, moderator, { note: reason, notify: true }, async (acting) => {
    const { tx } = acting;
    const person = await lockPerson(acting, userId, seen);
    const [lifted] = await liftAll(tx, {
      userId,
      timeZone: place.timeZone,
      liftedBy: moderator.userId,
    });
    if (!lifted) {
      acting.unchanged(userId);
      return;
    }
    await set(tx, { userId, from: null, until: null, hide: false });
    acting.log({ action: 'user.unban', target: { user: userId }, detail: { ban: lifted.id } });
    acting.tellAnyway({ userId, act: 'user.unban' });
    acting.changed(userId);
    acting.undoneBy('POST', '/api/v1/user/crime', { ...termsOf(userId, lifted), seen: 0 });
    acting.touch(
      person.hidden
        ? await touchedByShowing(tx, userId)
        : touches(urgency.list, tag.userPage(userId)),
    );
  });
