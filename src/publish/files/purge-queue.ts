import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';

/*
 * Unconfirmed purges. Rows are written before the publishing records: a process that is killed in
 * between replaces the files again, and at worst a purge is repeated.
 */

/** Seconds until other processes may send a claimed purge; longer than a call takes. */
export const PURGE_LEASE_SECONDS = 30;

/** First pause before a retry, in seconds; it doubles up to the last. */
const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;

/** Seconds until a takedown is purged again: the cache may have refetched the page meanwhile. */
const SECOND_PASS_SECONDS = 10;

/** A repeated request raises the version. */
export interface Purge {
  key: string;
  version: number;
}

const upsertPurges = statement<
  Purge,
  { keys: readonly string[]; takedown: boolean; lease: number }
>(`
  insert into cdn_purge as known (key, takedown, attempts, next_at)
  select
    key,
    :takedown,
    case when :lease > 0 then 1 else 0 end,
    now() + :lease * interval '1 second'
  from unnest(:keys::text[]) key
  order by key
  on conflict (key) do update
    set
      takedown = known.takedown or excluded.takedown,
      version = known.version + 1,
      attempts = case when excluded.takedown then excluded.attempts else known.attempts end,
      created_at = case when known.confirmed_at is null then known.created_at else now() end,
      confirmed_at = null,
      next_at = case
        when excluded.takedown or known.confirmed_at is not null then excluded.next_at
        else known.next_at
      end
  returning key, version`);

const claimDuePurges = statement<Purge, { takedown: boolean; limit: number }>(`
  update cdn_purge
  set
    attempts = attempts + 1,
    next_at = now() + interval '${PURGE_LEASE_SECONDS} seconds'
  where key = any(
      array(
        select key
        from cdn_purge
        where takedown = :takedown and next_at <= now()
        order by next_at
        limit :limit
        for update skip locked
      )
    )
  returning key, version`);

const deleteConfirmed = statement<
  unknown,
  { keys: readonly string[]; versions: readonly number[] }
>(`
  with sent as materialized (
    select known.key, known.takedown and known.confirmed_at is null as first_pass,
      known.version = one.version as current
    from unnest(:keys::text[], :versions::int[]) as one(key, version)
    join cdn_purge known on known.key = one.key
    order by known.key
    for update of known
  ),
  updated as (
    update cdn_purge
    set
      attempts = 0,
      error = '',
      confirmed_at = case when sent.current then now() end,
      next_at = case
        when sent.current then now() + interval '${SECOND_PASS_SECONDS} seconds'
        else least(next_at, now())
      end
    from sent
    where cdn_purge.key = sent.key and (sent.first_pass or not sent.current)
  )
  delete from cdn_purge
  where key in (select key from sent where current and not first_pass)`);

const updateFailed = statement<
  unknown,
  { keys: readonly string[]; versions: readonly number[]; error: string; retryAfter: number }
>(`
  with sent as materialized (
    select known.key
    from unnest(:keys::text[], :versions::int[]) as one(key, version)
    join cdn_purge known on known.key = one.key and known.version = one.version
    order by known.key
    for update of known
  )
  update cdn_purge
  set
    error = :error,
    next_at = now() + interval '1 second' * greatest(
      :retryAfter,
      least(${MAX_RETRY_SECONDS}, ${MIN_RETRY_SECONDS} * power(2, least(attempts, 20) - 1))
    )
  where key in (select key from sent)`);

const releasePurges = statement<unknown, { keys: readonly string[] }>(`
  update cdn_purge
  set attempts = 0, next_at = now()
  where key = any(
      array(
        select key
        from cdn_purge
        where key = any(:keys::text[])
        order by key
        for update
      )
    )`);

const toColumns = (purges: readonly Purge[]) => ({
  keys: purges.map((purge) => purge.key),
  versions: purges.map((purge) => purge.version),
});

export interface PurgeRequest {
  /** It has priority and is repeated once. */
  isTakedown?: boolean;
  /** Seconds reserved for the caller to send it; then other processes do. */
  leaseSeconds?: number;
}

export const requestPurges = async (
  on: Db | Runner,
  keys: readonly string[],
  { isTakedown = false, leaseSeconds = 0 }: PurgeRequest = {},
): Promise<Purge[]> =>
  keys.length === 0
    ? []
    : upsertPurges(on, { keys: [...new Set(keys)], takedown: isTakedown, lease: leaseSeconds });

/** Claims due purges for PURGE_LEASE_SECONDS. */
export const takeDuePurges = (db: Db, isTakedown: boolean, limit: number): Promise<Purge[]> =>
  claimDuePurges(db, { takedown: isTakedown, limit });

export const recordConfirmed = async (db: Db, purges: readonly Purge[]): Promise<void> =>
  void (await deleteConfirmed(db, toColumns(purges)));

export const recordRefused = async (
  db: Db,
  purges: readonly Purge[],
  error: string,
  retryAfter: number,
): Promise<void> =>
  void (await updateFailed(db, {
    ...toColumns(purges),
    error: error.replaceAll('\0', '').slice(0, 200),
    retryAfter,
  }));

/** Releases purges to other processes. */
export const leavePurges = async (db: Db, purges: readonly Purge[]): Promise<void> =>
  void (purges.length > 0 && (await releasePurges(db, { keys: toColumns(purges).keys })));
