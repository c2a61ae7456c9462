import pg from 'pg';
import { HEALTH_CACHE_MS, HEALTH_DEADLINE_MS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';

/*
 * GET /api/health: 200 while the server can read and write, 503 with the part that is down
 * otherwise. For balancers and operators. Each part is asked on a connection of its own, not of the
 * pool: a pool that waits for one locked table isn't a database that is away, and a health that
 * needs its turn would say nothing in time.
 */

type PartState = 'up' | 'down';

export interface Health {
  ok: boolean;
  parts: Record<string, PartState>;
}

/** Rejects when a work takes longer than so many milliseconds; what it does then is nobody's. */
async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** Asks one database, on a connection that is kept while it answers. */
function createProbe(url: string): () => Promise<PartState> {
  let client: pg.Client | undefined;
  const dropConnection = () => {
    const failed = client;
    client = undefined;
    // It may wait for ever for a goodbye from a machine that is gone.
    (
      failed as unknown as { connection?: { stream?: { destroy(): void } } } | undefined
    )?.connection?.stream?.destroy();
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

const getUrl = (db: Db): string => db.$client.options.connectionString ?? '';

/** Looks at the parts, together and at most once in a moment however often it is called. */
export function createHealthCheck({ db, replica }: { db: Db; replica: Db }): () => Promise<Health> {
  const probes = {
    database: createProbe(getUrl(db)),
    ...(replica === db ? {} : { replica: createProbe(getUrl(replica)) }),
  };
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let lastHealth: Promise<Health> | undefined;
  let isChecking = false;
  const checkParts = async (): Promise<Health> => {
    const parts = Object.fromEntries(
      await Promise.all(
        Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const),
      ),
    );
    return { ok: Object.values(parts).every((state) => state === 'up'), parts };
  };
  return () => {
    if (lastHealth && (isChecking || performance.now() - checkedAtMs < HEALTH_CACHE_MS))
      return lastHealth;
    isChecking = true;
    lastHealth = checkParts().finally(() => {
      isChecking = false;
      checkedAtMs = performance.now();
    });
    return lastHealth;
  };
}
