import { PUBLISHING_PROBLEMS, type PublishingProblem } from '#contracts/wire/admin-me.ts';
import type {
  PublishedPageWire,
  PublishFailureWire,
  PublishingWire,
} from '#contracts/wire/admin-publishing.ts';
import type { PendingPurgesWire } from '#contracts/wire/moderation.ts';
import { readPageBuild } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { STORAGE_STATE_NAME } from '#db/site-state-names.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import type { Env } from '#platform/env.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';
import { estimatePages } from './count-pages.ts';

const countOutdatedPages = statement<{ outdated: number }, { build: string }>(`
  select count(*)::int as outdated
  from (
    select
    from published_page
    where build < :build
    union all
    select
    from published_page
    where build > :build
    limit ${MAX_COUNTED_ROWS}
  ) older`);
const selectLanes = statement<{
  lane: PublishingWire['lanes'][number]['lane'];
  waiting: number;
  oldest: number;
}>(`
  select l.lane, coalesce(w.waiting, 0)::int as waiting, coalesce(w.oldest, 0)::float8 as oldest
  from (values ('posts', 1), ('lists', 2), ('counts', 3)) as l (lane, n)
  left join (
    select
      case when urgency <= 2 then 'posts' when urgency = 3 then 'lists' else 'counts' end as lane,
      count(*) as waiting,
      extract(epoch from now() - min(created_at)) as oldest
    from touched_tag
    group by 1
  ) w using (lane)
  order by l.n`);
const selectTasks = statement<PublishingWire['tasks'][number]>(`
  select
    t.identifier as task,
    count(*) filter (where j.attempts < j.max_attempts)::int as waiting,
    count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)::int as failed,
    coalesce(
      extract(epoch from now() - min(j.run_at) filter (where j.run_at <= now())),
      0
    )::float8 as oldest,
    max(j.last_error) as error
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  -- not what is put off until its time, as a reminder is
  where j.run_at <= now() or j.attempts > 0
  group by t.identifier
  order by t.identifier`);
const countFailures = statement<{ failures: number }>(
  `select count(*)::int as failures from publish_failure`,
);

// Noted by publish/audit/storage-incident.ts.
const selectStorageProblem = statement<{ error: string; since: string }>(
  `
    select value->>'error' as error, ${isoSql('updated_at')} as since
    from site_state
    where name = '${STORAGE_STATE_NAME}'`,
);

// More aren't counted: they are told as that many.
const selectWaitingPurges = statement<NonNullable<PublishingWire['cdn']>>(`
  select
    count(*)::int as waiting,
    count(*) filter (where takedown)::int as takedowns,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
    coalesce(
      (array_agg(error order by takedown desc, created_at) filter (where error <> ''))[1],
      ''
    ) as error
  from (
    select takedown, created_at, error
    from cdn_purge
    where confirmed_at is null
    limit ${MAX_COUNTED_ROWS}
  ) waiting`);
const selectPendingTakedowns = statement<PendingPurgesWire>(`
  select
    count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
  from (
    select created_at
    from cdn_purge
    where takedown and confirmed_at is null
    limit ${MAX_COUNTED_ROWS}
  ) waiting`);

/** Takedowns that a cache in front hasn't confirmed yet; undefined when there are none. */
export async function readPendingTakedowns(
  db: Db,
  cdn: Env['CDN'],
): Promise<PendingPurgesWire | undefined> {
  const [pending] = cdn === 'none' ? [] : await selectPendingTakedowns(db);
  return pending && pending.waiting > 0 ? pending : undefined;
}

/**
 * How publishing is: what stands, what waits and how long, what fails. `fingerprint` is of this
 * process's templates.
 */
export async function readPublishing(
  db: Db,
  fingerprint: string | undefined,
  cdn: Env['CDN'],
): Promise<PublishingWire> {
  const build = fingerprint && (await readPageBuild(db, fingerprint));
  const [pages, [old], waiting, queued, [failed], [storage], [purges]] = await Promise.all([
    estimatePages(db),
    !build ? [] : countOutdatedPages(db, { build }),
    selectLanes(db),
    selectTasks(db),
    countFailures(db),
    selectStorageProblem(db),
    cdn === 'none' ? [] : selectWaitingPurges(db),
  ]);
  return {
    pages,
    outdated: old?.outdated ?? 0,
    lanes: waiting,
    tasks: queued,
    failures: failed?.failures ?? 0,
    storage: storage ?? null,
    cdn: purges ?? null,
  };
}

/**
 * Seconds after which an order that still waits says that publishing stands still; a change of
 * thousands of pages takes a minute.
 */
export const PUBLISHING_STALLED_SECONDS = 300;

const selectProblems = statement<Record<PublishingProblem, boolean>>(`
  select
    exists (select from site_state where name = '${STORAGE_STATE_NAME}') as storage,
    exists (
      select
      from touched_tag
      where created_at < now() - interval '${PUBLISHING_STALLED_SECONDS} seconds'
    ) as stalled`);

/** What keeps pages from being published at the moment, for the bar above every screen. */
export async function readPublishingProblems(db: Db): Promise<PublishingProblem[]> {
  const [found] = await selectProblems(db);
  return PUBLISHING_PROBLEMS.filter((one) => found?.[one]);
}

const SELECT_FAILURE = `
  select
    path,
    message,
    times,
    ${isoSql('first_at')} as first_at,
    ${isoSql('last_at')} as last_at,
    ${isoSql('next_at')} as next_at
  from publish_failure`;
const selectFailures = statement<PublishFailureWire, { offset: number; limit: number }>(
  `${SELECT_FAILURE} order by last_at desc, path offset :offset limit :limit`,
);

export async function readPublishFailures(
  db: Db,
  offset: number,
  limit: number,
): Promise<{ rows: PublishFailureWire[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    selectFailures(db, { offset, limit }),
    countFailures(db),
  ]);
  return { rows, total: counted?.failures ?? 0 };
}

export const exportPublishFailures = (db: Db): AsyncGenerator<PublishFailureWire[]> =>
  streamRows(db, `${SELECT_FAILURE} order by last_at desc, path`);

const SELECT_PAGE = `
  select
    path,
    ${isoSql('rendered_at')} as rendered_at,
    cardinality(tags) as tags,
    (:build::text is not null and build <> :build) as outdated
  from published_page`;
// By the primary key, whichever way the table is gone through; a prefix is a range of it only in
// the C collation.
const WHERE_PATH_PREFIX = `
  where (
      :prefix::text is null
      or (path >= :prefix and path < :prefix || chr(1114111) and starts_with(path, :prefix))
    )`;

export interface PublishedPageFilter {
  /** The fingerprint of this process's templates. */
  fingerprint: string | undefined;
  prefix: string | undefined;
}

/** Published pages by their path. Counted up to a limit: `more` says that there are more. */
export async function readPublishedPages(
  db: Db,
  { fingerprint, prefix }: PublishedPageFilter,
  descending: boolean,
  offset: number,
  limit: number,
): Promise<{ rows: PublishedPageWire[]; total: number; more: boolean }> {
  const build = fingerprint && (await readPageBuild(db, fingerprint));
  const params = { build: build ?? null, prefix: prefix ?? null };
  const rows = unpreparedStatement<PublishedPageWire, Params>(
    `${SELECT_PAGE} ${WHERE_PATH_PREFIX} order by path ${descending ? 'desc' : 'asc'} offset :offset limit :limit`,
  );
  const count = unpreparedStatement<{ total: number }, Params>(
    `
      select count(*)::int as total
      from (select from published_page ${WHERE_PATH_PREFIX} limit ${MAX_COUNTED_ROWS + 1}) counted`,
  );
  const [found, [counted]] = await Promise.all([
    rows(db, { ...params, offset, limit }),
    count(db, params),
  ]);
  const total = counted?.total ?? 0;
  return { rows: found, total: Math.min(total, MAX_COUNTED_ROWS), more: total > MAX_COUNTED_ROWS };
}

export async function* exportPublishedPages(
  db: Db,
  { fingerprint, prefix }: PublishedPageFilter,
  descending: boolean,
): AsyncGenerator<PublishedPageWire[]> {
  const build = fingerprint && (await readPageBuild(db, fingerprint));
  yield* streamRows<PublishedPageWire>(
    db,
    `${SELECT_PAGE} ${WHERE_PATH_PREFIX} order by path ${descending ? 'desc' : 'asc'}`,
    { build: build ?? null, prefix: prefix ?? null },
  );
}
