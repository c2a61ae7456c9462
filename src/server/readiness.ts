import type { Readiness } from '#api/http/context.ts';
import { createCachedCheck, createHealthCheck, type Health } from '#api/http/health-check.ts';
import type { Db } from '#db/client.ts';
import type { Replica } from '#db/replica.ts';
import {
  compareSchema,
  type SchemaAge,
  type SchemaVersions,
  schemaVersionsSql,
} from '#db/schema-version.ts';
import { statement } from '#db/statement.ts';
import { PUBLISHING_STALLED_SECONDS } from '#domain/operations/publishing/read.ts';
import {
  CATCH_UP_MS,
  HEALTH_CACHE_MS,
  HEALTH_DEADLINE_MS,
  STORAGE_POLL_MS,
} from '#platform/limits.ts';
import { withTimeout } from '#platform/timeout.ts';

/*
 * GET /api/ready: whether this server should get requests, and the faults in sentences. Faults of
 * all servers (uploads' storage, a late publisher) are reported without effect: removing all
 * servers would help nobody.
 */

/** Sources besides the database. */
export interface ReadinessSources {
  db: Db;
  replica: Pick<Replica, 'isUsed'> | undefined;
  isRendererAlive(): boolean;
  /** Whether the posts pending at the start are published; see Renderer. */
  hasCaughtUp(): boolean;
  /** The server is stopping. */
  isEnding(): boolean;
  /** Rejects if uploads can't be stored. */
  probeStorage(): Promise<void>;
  /** Why the folder of pages isn't this forum's; see watch-folder.ts. */
  findPagesProblem(): string | undefined;
}

const selectState = statement<SchemaVersions & { lag: number }>(`
  select
    versions.*,
    coalesce(
      (select extract(epoch from now() - min(created_at)) from invalidation),
      0
    )::float8 as lag
  from (${schemaVersionsSql}) as versions`);

/** Parts that are also reported without a fault. */
const PARTS = ['server', 'database', 'migrations', 'storage', 'pages', 'renderer', 'publishing'];

interface Finding {
  part: string;
  state: 'down' | 'degraded';
  why: string;
}

const AWAY = {
  database: 'The database does not answer.',
  replica: 'The replica does not answer or is behind, so the primary answers all reads.',
};

/** Sentences about a database that isn't of this version. */
const SCHEMA_FINDINGS: Readonly<Record<SchemaAge, Finding | undefined>> = {
  equal: undefined,
  newer: {
    part: 'migrations',
    state: 'degraded',
    why: 'The database is of a newer version, with which this server can work.',
  },
  tooNew: {
    part: 'migrations',
    state: 'down',
    why: 'The database is of a newer version, with which this server can’t work.',
  },
  older: {
    part: 'migrations',
    state: 'down',
    why: 'The database has to be migrated: run "npm run migrate" of this version.',
  },
};

async function findDatabaseProblems(db: Db, { parts }: Health): Promise<Finding[]> {
  const away = Object.entries(parts).flatMap(([part, state]): Finding[] =>
    state === 'up' ? [] : [{ part, state, why: AWAY[part as keyof typeof AWAY] }],
  );
  if (parts.database !== 'up') return away;
  const [state] = await withTimeout(HEALTH_DEADLINE_MS, selectState(db)).catch(() => []);
  if (!state)
    return [
      ...away,
      { part: 'database', state: 'down', why: 'No connection of the pool answers in time.' },
    ];
  const schema = SCHEMA_FINDINGS[compareSchema(state)];
  if (schema) away.push(schema);
  if (state.lag > PUBLISHING_STALLED_SECONDS)
    away.push({
      part: 'publishing',
      state: 'degraded',
      why: `Pages are ${Math.round(state.lag)} seconds behind what was written.`,
    });
  return away;
}

/** Checks everything, with a short cache. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const catchUpEndsMs = performance.now() + CATCH_UP_MS;
  const checkDatabases = createHealthCheck(sources);
  const findStorageProblem = createCachedCheck(
    STORAGE_POLL_MS,
    async (): Promise<Finding[]> =>
      withTimeout(HEALTH_DEADLINE_MS, sources.probeStorage()).then(
        () => [],
        // without details: an error may name a host, and the call is public
        () => [
          { part: 'storage', state: 'degraded', why: 'Nothing can be uploaded; the log says why.' },
        ],
      ),
  );
  return createCachedCheck(HEALTH_CACHE_MS, async () => {
    const findings = (
      await Promise.all([
        checkDatabases().then((health) => findDatabaseProblems(sources.db, health)),
        findStorageProblem(),
      ])
    ).flat();
    if (sources.isEnding())
      findings.push({ part: 'server', state: 'down', why: 'This server is about to end.' });
    const pagesProblem = sources.findPagesProblem();
    if (pagesProblem) findings.push({ part: 'pages', state: 'down', why: pagesProblem });
    if (!sources.hasCaughtUp() && performance.now() < catchUpEndsMs)
      findings.push({
        part: 'publishing',
        state: 'down',
        why: 'The newest posts are not in their pages yet.',
      });
    if (!sources.isRendererAlive())
      findings.push({
        part: 'renderer',
        state: 'down',
        why: 'The thread that renders pages is being started again.',
      });
    return {
      ok: findings.every(({ state }) => state !== 'down'),
      parts: Object.fromEntries([
        ...PARTS.map((part) => [part, 'up']),
        ...findings.map(({ part, state }) => [part, state]),
      ]),
      why: findings.map(({ why }) => why),
    };
  });
}
