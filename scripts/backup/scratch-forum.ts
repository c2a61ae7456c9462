import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getDataFolder } from '#db/embedded/data-folder.ts';
import { findPostmaster, stopPostmaster, stopUnfinishedInitdb } from '#db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import type { Env } from '#platform/env.ts';
import { createWorkFolder, findAbandonedFolders } from './work-folder.ts';

/* A temporary database and folders in a work folder of DATA_DIR, isolated from the forum's. */

const MAX_CONNECTIONS = 40;

/** Deletes the scratch forums of killed drills, upgrades and plans, databases first. */
export async function clearScratchForums(dataDir: string): Promise<number> {
  const abandoned = findAbandonedFolders(dataDir, 'drill', 'upgrade', 'plan');
  for (const folder of abandoned) {
    for (const part of readdirSync(folder))
      if (part.startsWith('postgres.new-')) await stopUnfinishedInitdb(join(folder, part, 'data'));
    const running = findPostmaster(getDataFolder(folder));
    if (running) await stopPostmaster(running.pid, getDataFolder(folder), ['SIGQUIT', 'SIGKILL']);
    rmSync(folder, { recursive: true, force: true });
  }
  return abandoned.length;
}

/** Runs `work` with a folder that is deleted afterwards, also on failure. */
export async function withScratchFolder<T>(
  dataDir: string,
  purpose: 'drill' | 'upgrade' | 'plan',
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { path: folder, remove } = createWorkFolder(dataDir, purpose);
  try {
    chmodSync(folder, 0o711); // PostgreSQL's user needs to traverse it
    return await work(folder);
  } finally {
    remove();
  }
}

/** Runs `work` with a temporary database. An abort stops the database, and `work` fails. */
export async function withScratchDatabase<T>(
  folder: string,
  signal: AbortSignal,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const database = await startEmbeddedPostgres(folder, { maxConnections: MAX_CONNECTIONS });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= database.stop();
    return stopping;
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const result = await work(database.url);
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await stop();
  }
}

/** Runs `work` with an empty forum that is deleted afterwards, also on failure. */
export const withScratchForum = <T>(
  env: Env,
  signal: AbortSignal,
  work: (scratch: Env & { DATABASE_URL: string }) => Promise<T>,
): Promise<T> =>
  withScratchFolder(env.DATA_DIR, 'drill', (folder) =>
    withScratchDatabase(folder, signal, (url) =>
      work({
        ...env,
        STORAGE_URL: undefined,
        STORAGE_PUBLIC_URL: undefined,
        PAGES_URL: undefined,
        DATABASE_URL: url,
        DATA_DIR: folder,
        SITE_DIR: join(folder, 'site'),
      }),
    ),
  );
