import { startEmbedded } from '#db/embedded.ts';
import type { Env } from '#platform/env.ts';

/**
 * Runs `work` with a database: DATABASE_URL, or the embedded one of DATA_DIR, which is started for as long as it takes
 * unless a running server uses it already.
 */
export async function withDatabase<T>(env: Env, work: (env: Env & { DATABASE_URL: string }) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return work({ ...env, DATABASE_URL: env.DATABASE_URL });
  const database = await startEmbedded(env.DATA_DIR);
  process.env.DATABASE_URL = database.url; // threads and child processes read it
  try {
    return await work({ ...env, DATABASE_URL: database.url });
  } finally {
    if (database.started) await database.stop();
  }
}
