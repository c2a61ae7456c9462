import type { Db } from './client.ts';
import { TIMELINE_STATE } from './site-state-names.ts';
import { type Runner, statement } from './statement.ts';

/*
 * After a failover or a restore, PostgreSQL continues on a new timeline. It may miss the last
 * writes of the former one, whose ids and pages are already public.
 */

/** Distance between the last known id and the first one on a new timeline. */
const ID_GAP = 10_000;
/** Longest replication lag before the change, in minutes, whose pages are checked. */
const CHECKED_MINUTES = 5;

/** SQL: the timeline's number; null on a standby. */
const TIMELINE_SQL = `
  case
    when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
  end`;

const insertTimeline = statement<unknown>(`
  insert into site_state (name, value)
  select '${TIMELINE_STATE}', jsonb_build_object('timeline', timeline)
  from (select ${TIMELINE_SQL} as timeline) present
  where timeline is not null
  on conflict (name) do nothing`);

const selectIsNew = statement<{ isNew: boolean | null }>(`
  select (value->>'timeline')::int <> (${TIMELINE_SQL}) as "isNew"
  from site_state
  where name = '${TIMELINE_STATE}'`);

// Others wait for the row, then find nothing to do.
const updateTimeline = statement<TimelineChange>(`
  with changed as (
    update site_state s
    set
      value = jsonb_build_object(
        'timeline', timeline,
        'since', s.updated_at - interval '${CHECKED_MINUTES} minutes'
      ),
      updated_at = now()
    from (select ${TIMELINE_SQL} as timeline) present
    where s.name = '${TIMELINE_STATE}' and (s.value->>'timeline')::int <> timeline
    returning timeline, s.value->>'since' as since
  ),
  raised as (
    select
      setval(
        format('%I.%I', schemaname, sequencename)::regclass,
        least(coalesce(last_value, start_value) + ${ID_GAP}, max_value)
      )
    from pg_sequences
    where schemaname = 'public' and exists (select from changed)
  )
  select timeline, since, (select count(*)::int from raised) as sequences
  from changed`);

// At most one update a minute, on the recorded timeline only.
const touchTimeline = statement<unknown>(`
  update site_state
  set updated_at = now()
  where name = '${TIMELINE_STATE}'
    and updated_at < now() - interval '1 minute'
    and (value->>'timeline')::int = (${TIMELINE_SQL})`);

const selectSince = statement<{ since: string | null }>(
  `select value->>'since' as since from site_state where name = '${TIMELINE_STATE}'`,
);

const removeSince = statement<unknown, { since: string }>(`
  update site_state
  set value = value - 'since'
  where name = '${TIMELINE_STATE}' and value->>'since' = :since`);

export interface TimelineChange {
  timeline: number;
  /** Pages written since then may show what is lost; ISO 8601. */
  since: string;
  /** Number of raised sequences. */
  sequences: number;
}

/**
 * Records a new timeline, and raises all sequences so that lost ids aren't used again. Undefined if
 * nothing changed, or if another server did it.
 */
export async function adoptTimeline(tx: Runner): Promise<TimelineChange | undefined> {
  return (await updateTimeline(tx))[0];
}

/** Whether the database is on another timeline than the recorded one. Records the first one. */
export async function isOnNewTimeline(connection: Runner): Promise<boolean> {
  const [found] = await selectIsNew(connection);
  if (!found) await insertTimeline(connection);
  return found?.isNew === true;
}

/**
 * Records that the timeline is in use. Returns since when pages must be checked (ISO 8601);
 * undefined without an unchecked change.
 */
export async function readUncheckedSince(db: Db): Promise<string | undefined> {
  await touchTimeline(db);
  return (await selectSince(db))[0]?.since ?? undefined;
}

/** Records that the pages of a change are checked. */
export const recordPagesChecked = async (db: Db, since: string): Promise<void> =>
  void (await removeSince(db, { since }));
