import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { findBinaries, readProgramMajor } from '#db/embedded/binaries.ts';
import { acquireForumLock } from '#db/embedded/data-dir-locks.ts';
import {
  finishReplacement,
  getDataFolder,
  getPasswordFile,
  readDataMajor,
  replaceDataFolder,
} from '#db/embedded/data-folder.ts';
import { readPostmaster, stopPostmaster } from '#db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { ConfigError } from '#platform/env.ts';
import { requireDiskSpace } from '../backup/disk-space.ts';
import {
  clearScratchForums,
  withScratchDatabase,
  withScratchFolder,
} from '../backup/scratch-forum.ts';
import { withClient } from '../cli/with-client.ts';
import { copyDatabase } from './copy-database.ts';
import { findOldBinaries } from './find-old-binaries.ts';

const CONNECTION = { name: 'forum upgrade' };

/** WAL size of the new database in addition to its tables. */
const MAX_WAL_BYTES = 2e9;

export interface UpgradeOptions {
  /** Folder of the old version's programs, if they aren't found. */
  oldBin?: string | undefined;
  report?: (step: string) => void;
  signal: AbortSignal;
}

export interface Upgrade {
  from: number;
  to: number;
  /** The retained old data folder; undefined without an upgrade. */
  formerDir?: string;
}

async function requireSpaceForCopy(source: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await source.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  const bytes = rows[0]?.bytes ?? 0;
  requireDiskSpace(dataDir, bytes + Math.min(2 * bytes, MAX_WAL_BYTES), 'the upgraded database');
}

/** Stops the database of a data folder, which is renamed next. */
async function stopOn(folder: string): Promise<void> {
  const running = readPostmaster(folder);
  if (running) await stopPostmaster(running.pid, folder);
  if (readPostmaster(folder))
    throw new ConfigError(`PostgreSQL on ${folder} does not stop. The old database is unchanged.`);
}

/**
 * Upgrades the embedded database of `dataDir` to this version's major: copies all rows into a new
 * folder, compares them, and swaps the folders; the old one is retained unchanged. If killed, the
 * old one is still in use, or the next start completes the swap.
 */
export async function upgradeDatabase(
  dataDir: string,
  { oldBin, report = () => {}, signal }: UpgradeOptions,
): Promise<Upgrade> {
  finishReplacement(dataDir);
  const from = readDataMajor(dataDir);
  const to = readProgramMajor((await findBinaries()).postgres);
  if (from === undefined) throw new ConfigError(`There is no database in ${dataDir}.`);
  if (from === to) return { from, to };
  if (from > to)
    throw new ConfigError(
      `The database in ${dataDir} is of PostgreSQL ${from}, which is newer than ${to}. Use the version of the forum that made it.`,
    );
  const formerDir = join(dataDir, `postgres-${from}`);
  if (existsSync(formerDir))
    throw new ConfigError(`${formerDir} already exists: move or delete it.`);
  const binaries = findOldBinaries(from, oldBin);
  await clearScratchForums(dataDir);
  const old = await startEmbeddedPostgres(dataDir, { binaries });
  const folder = getDataFolder(dataDir);
  try {
    const claim = await acquireForumLock(old.url, dataDir);
    try {
      await withClient(old.url, CONNECTION, (source) =>
        withScratchFolder(dataDir, 'upgrade', async (scratch) => {
          await requireSpaceForCopy(source, dataDir);
          copyFileSync(getPasswordFile(dataDir), getPasswordFile(scratch));
          await withScratchDatabase(scratch, signal, (url) =>
            withClient(url, CONNECTION, (target) => copyDatabase(source, target, url, report)),
          );
          report('stopping');
          await stopOn(getDataFolder(scratch));
          await stopOn(folder); // with it the locks against writers end
          replaceDataFolder(dataDir, getDataFolder(scratch), formerDir, report);
        }),
      );
    } finally {
      await claim.release();
    }
  } finally {
    await old.stop();
  }
  return { from, to, formerDir };
}
