import pg from 'pg';
import type { Db } from '#db/client.ts';
import { destroyConnection } from '#platform/destroy-connection.ts';
import { HEALTH_CACHE_MS, HEALTH_DEADLINE_MS } from '#platform/limits.ts';
import { withTimeout } from '#platform/timeout.ts';
import type { ReplicaReads } from './context.ts';

/*
 * GET /api/health: 200 while the server can read and write, otherwise 503 with the failed part. An
 * unused replica is only reported. The database is checked on a separate connection: a pool that
 * waits for a locked table doesn't mean an outage, and the check must not wait for it.
 */

type PartState = 'up' | 'degraded' | 'down';

export interface Health {
  ok: boolean;
  parts: Record<string, PartState>;
}

/** Checks a database, on a connection that is reused while it answers. */
function createProbe(url: string): () => Promise<'up' | 'down'> {
  let client: pg.Client | undefined;
  const dropConnection = () => {
    const failed = client;
    client = undefined;
    destroyConnection(failed);
  };
  return async () => {
    try {
      await withTimeout(
        HEALTH_DEADLINE_MS,
        (async () => {
          if (!client) {
            const newClient = new pg.Client({
              connectionString: url,
              application_name: 'forum health',
              connectionTimeoutMillis: HEALTH_DEADLINE_MS,
              keepAlive: true,
            });
            client = newClient;
            const forget = () => {
              if (client === newClient) client = undefined;
            };
            newClient.on('error', forget);
            newClient.on('end', forget);
            await newClient.connect();
            (
              newClient as unknown as { connection: { stream: { unref?(): void } } }
            ).connection.stream.unref?.();
          }
          await client.query('select 1');
        })(),
      );
      return 'up';
    } catch {
      dropConnection();
      return 'down';
    }
  };
}

/** Runs the check at most once per interval. */
export function createCachedCheck<T>(cacheMs: number, check: () => Promise<T>): () => Promise<T> {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let last: Promise<T> | undefined;
  let isChecking = false;
  return () => {
    if (last && (isChecking || performance.now() - checkedAtMs < cacheMs)) return last;
    isChecking = true;
    last = check().finally(() => {
      isChecking = false;
      checkedAtMs = performance.now();
    });
    return last;
  };
}

const getUrl = (db: Db): string => db.$client.options.connectionString ?? '';

/** Checks the parts, with a short cache. */
export function createHealthCheck({
  db,
  replica,
}: {
  db: Db;
  replica?: Pick<ReplicaReads, 'isUsed'> | undefined;
}): () => Promise<Health> {
  const probe = createProbe(getUrl(db));
  return createCachedCheck(HEALTH_CACHE_MS, async () => {
    const database = await probe();
    return {
      ok: database === 'up',
      parts: { database, ...(replica ? { replica: replica.isUsed ? 'up' : 'degraded' } : {}) },
    };
  });
}
