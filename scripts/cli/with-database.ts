import { acquireForumLock } from '#db/embedded/data-dir-locks.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import type { Env } from '#platform/env.ts';

/**
 * Runs `work` with DATABASE_URL, or the embedded database of DATA_DIR, which it starts unless a
 * server is running it. `alone`: throws if a forum runs on DATA_DIR, and blocks starts meanwhile.
 */
export async function withDatabase<T>(
  env: Env,
  work: (env: Env & { DATABASE_URL: string }) => Promise<T>,
  { alone = false } = {},
): Promise<T> {
  if (env.DATABASE_URL) return work({ ...env, DATABASE_URL: env.DATABASE_URL });
  const database = await startEmbeddedPostgres(env.DATA_DIR);
  process.env.DATABASE_URL = database.url; // threads and child processes read it
  try {
    const claim = alone ? await acquireForumLock(database.url, env.DATA_DIR) : undefined;
    try {
      return await work({ ...env, DATABASE_URL: database.url });
    } finally {
      await claim?.release();
    }
  } finally {
    await database.stop();
  }
}
