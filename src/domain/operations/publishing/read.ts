import type {
  PublishedPageWire,
  PublishFailureWire,
  PublishingWire,
} from '#contracts/calls/admin/publishing-calls.ts';
import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import { PUBLISHING_PROBLEMS, type PublishingProblem } from '#contracts/wire/admin-me.ts';
import type { PendingPurgesWire } from '#contracts/wire/moderation.ts';
import { readPageBuild } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { STORAGE_STATE_NAME } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { estimatePages } from '../../shared/count-pages.ts';
import { defineTable } from '../../shared/define-table.ts';

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
    from invalidation
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
  -- excludes scheduled jobs, such as reminders
  where j.run_at <= now() or j.attempts > 0
  group by t.identifier
  order by t.identifier`);
const countFailures = statement<{ failures: number }>(
  `select count(*)::int as failures from publish_failure`,
);
export const countPublishFailures = async (db: Db): Promise<number> =>
  (await countFailures(db))[0]?.failures ?? 0;

// Written by publish/audit/storage-incident.ts.
const selectStorageProblem = statement<{ error: string; since: string }>(
  `
    select coalesce(value->>'error', '') as error, ${isoSql('updated_at')} as since
    from site_state
    where name = '${STORAGE_STATE_NAME}'`,
);

// The count is capped; a larger backlog is reported as the cap.
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

/** Takedowns that the CDN hasn't confirmed yet; undefined if there are none. */
export async function readPendingTakedowns(
  db: Db,
  cdn: Env['CDN'],
): Promise<PendingPurgesWire | undefined> {
  const [pending] = cdn === 'none' ? [] : await selectPendingTakedowns(db);
  return pending && pending.waiting > 0 ? pending : undefined;
}

/** `fingerprint`: build of this process's templates. */
export async function readPublishing(
  db: Db,
  fingerprint: string | undefined,
  cdn: Env['CDN'],
): Promise<PublishingWire> {
  const build = fingerprint && (await readPageBuild(db, fingerprint));
  const [pages, [old], waiting, queued, failures, [storage], [purges]] = await Promise.all([
    estimatePages(db),
    !build ? [] : countOutdatedPages(db, { build }),
    selectLanes(db),
    selectTasks(db),
    countPublishFailures(db),
    selectStorageProblem(db),
    cdn === 'none' ? [] : selectWaitingPurges(db),
  ]);
  return {
    pages,
    outdated: old?.outdated ?? 0,
    lanes: waiting,
    tasks: queued,
    failures,
    storage: storage ?? null,
    cdn: purges ?? null,
  };
}

/** Age in seconds of a stalled order; a change of thousands of pages takes a minute. */
export const PUBLISHING_STALLED_SECONDS = 300;

const selectProblems = statement<Record<PublishingProblem, boolean>>(`
  select
    exists (select from site_state where name = '${STORAGE_STATE_NAME}') as storage,
    exists (
      select
      from invalidation
      where created_at < now() - interval '${PUBLISHING_STALLED_SECONDS} seconds'
    ) as stalled`);

/** Current problems of publishing, for the bar above every screen. */
export async function readPublishingProblems(db: Db): Promise<PublishingProblem[]> {
  const [found] = await selectProblems(db);
  return PUBLISHING_PROBLEMS.filter((problem) => found?.[problem]);
}

export const failureTable = defineTable<PublishFailureWire, object>({
  table: 'publish_failure',
  alias: 'f',
  key: 'path',
  columns: `
    f.path,
    f.message,
    f.times,
    ${isoSql('f.first_at')} as first_at,
    ${isoSql('f.last_at')} as last_at,
    ${isoSql('f.next_at')} as next_at`,
  orders: { last_at: 'f.last_at' },
  isSmall: true,
});

interface PageFilter {
  /** Prefix of the path. */
  q?: string | undefined;
  build: string | null;
}

/** Filter of published pages; `fingerprint`: build of this process's templates. */
export const toPageFilter = async (
  db: Db,
  fingerprint: string | undefined,
  q: string | undefined,
): Promise<PageFilter> => ({
  build: (fingerprint && (await readPageBuild(db, fingerprint))) || null,
  q,
});

/** Published pages by primary key. A path prefix is a key range only in the C collation. */
export const pageTable = defineTable<PublishedPageWire, PageFilter>({
  table: 'published_page',
  alias: 'p',
  key: 'path',
  keyFollowsOrder: true,
  columns: `
    p.path,
    ${isoSql('p.rendered_at')} as rendered_at,
    cardinality(p.tags) as tags,
    (:build::text is not null and p.build <> :build) as outdated`,
  orders: { path: 'p.path' },
  filters: { q: 'p.path >= :q and p.path < :q || chr(1114111) and starts_with(p.path, :q)' },
});
