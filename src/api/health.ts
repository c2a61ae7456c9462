import pg from 'pg';
import { HEALTH_DEADLINE_MS, HEALTH_KEPT_MS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';

/*
 * GET /api/health: 200 while the server can read and write, 503 with the part that is down
 * otherwise. For balancers and operators. Each part is asked on a connection of its own, not of the
 * pool: a pool that waits for one locked table isn't a database that is away, and a health that
 * needs its turn would say nothing in time.
 */

type State = 'up' | 'down';

export interface Health {
  ok: boolean;
  parts: Record<string, State>;
}

/** Rejects when a work takes longer than so many milliseconds; what it does then is nobody's. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Asks one database, on a connection that is kept while it answers. */
function createProbe(url: string): () => Promise<State> {
  let client: pg.Client | undefined;
  const drop = () => {
    const failed = client;
    client = undefined;
    // It may wait for ever for a goodbye from a machine that is gone.
    (
      failed as unknown as { connection?: { stream?: { destroy(): void } } } | undefined
    )?.connection?.stream?.destroy();
  };
  return async () => {
    try {
      await within(
        HEALTH_DEADLINE_MS,
        (async () => {
          if (!client) {
            const fresh = new pg.Client({
              connectionString: url,
              application_name: 'forum health',
              connectionTimeoutMillis: HEALTH_DEADLINE_MS,
              keepAlive: true,
            });
            client = fresh;
            const forget = () => {
              if (client === fresh) client = undefined;
            };
            fresh.on('error', forget);
            fresh.on('end', forget);
            await fresh.connect();
            (
              fresh as unknown as { connection: { stream: { unref?(): void } } }
            ).connection.stream.unref?.();
          }
          await client.query('select 1');
        })(),
      );
      return 'up';
    } catch {
      drop();
      return 'down';
    }
  };
}

const urlOf = (db: Db): string => db.$client.options.connectionString ?? '';

/** Looks at the parts, together and at most once in a moment however often it is called. */
export function createHealth({ db, replica }: { db: Db; replica: Db }): () => Promise<Health> {
  const probes = {
    database: createProbe(urlOf(db)),
    ...(replica === db ? {} : { replica: createProbe(urlOf(replica)) }),
  };
  let looked = Number.NEGATIVE_INFINITY;
  let found: Promise<Health> | undefined;
  let looking = false;
  const look = async (): Promise<Health> => {
    const parts = Object.fromEntries(
      await Promise.all(
        Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const),
      ),
    );
    return { ok: Object.values(parts).every((state) => state === 'up'), parts };
  };
  return () => {
    if (found && (looking || performance.now() - looked < HEALTH_KEPT_MS)) return found;
    looking = true;
    found = look().finally(() => {
      looking = false;
      looked = performance.now();
    });
    return found;
  };
}
