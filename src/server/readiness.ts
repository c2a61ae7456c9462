import type { Readiness } from '#api/http/context.ts';
import { createCachedCheck, createHealthCheck, type Health } from '#api/http/health-check.ts';
import type { Db } from '#db/client.ts';
import { readNewestMigrationMs } from '#db/migration-journal.ts';
import type { Replica } from '#db/replica.ts';
import { statement } from '#db/statement.ts';
import { PUBLISHING_STALLED_SECONDS } from '#domain/publishing/read.ts';
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
}

const selectState = statement<{ migrated: number; lag: number }>(`
  select
    (select max(created_at)::float8 from drizzle.__drizzle_migrations) as migrated,
    coalesce(
      (select extract(epoch from now() - min(created_at)) from invalidation),
      0
    )::float8 as lag`);

/** Parts that are also reported without a fault. */
const PARTS = ['server', 'database', 'migrations', 'storage', 'renderer', 'publishing'];

interface Finding {
  part: string;
  state: 'down' | 'degraded';
  why: string;
}

const AWAY = {
  database: 'The database does not answer.',
  replica: 'The replica does not answer or is behind, so the primary answers all reads.',
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
  const newest = readNewestMigrationMs();
  if (state.migrated !== newest)
    away.push({
      part: 'migrations',
      state: 'down',
      why:
        state.migrated > newest
          ? 'The database is of a newer version than this server.'
          : 'The database has to be migrated: start this version with "npm start".',
    });
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
          {
            part: 'storage',
            state: 'degraded',
            why: 'Nothing can be uploaded; the log says why.',
          },
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
