import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDb, type Db } from '#db/client.ts';
import { recordBackup } from '#domain/operations/record.ts';
import type { Env } from '#platform/env.ts';
import { requireDiskSpace } from './disk-space.ts';
import { readLastBackup } from './last-backup.ts';
import { type BackupResult, clearUnfinishedBackups, prepareBackup } from './write-backup.ts';

export interface MadeBackup {
  written: BackupResult;
  bytes: number;
  rows: number;
}

/** Growth since the last backup, plus the largest table's temporary copy. */
const GROWTH = 1.5;

/**
 * Throws early if the disk could fill up during a backup, which would stop PostgreSQL too. The
 * first backup is estimated by the database's size.
 */
async function requireSpaceForBackup(db: Db, folder: string): Promise<void> {
  const client = await db.$client.connect();
  try {
    const last = await readLastBackup(client);
    const size = 'select pg_database_size(current_database())::float8 as bytes';
    const bytes = last?.bytes ?? (await client.query<{ bytes: number }>(size)).rows[0]?.bytes ?? 0;
    requireDiskSpace(folder, bytes * GROWTH, 'a backup');
  } finally {
    client.release();
  }
}

export interface BackupOptions {
  report?: (step: string) => void;
  say?: (line: string) => void;
  signal?: AbortSignal | undefined;
}

/** Makes a backup, and records its time for the admin area and the metrics. */
export async function makeBackup(
  env: Env & { DATABASE_URL: string },
  file: string,
  { report = () => {}, say = () => {}, signal }: BackupOptions = {},
): Promise<MadeBackup> {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  if (clearUnfinishedBackups(folder) > 0)
    say('A former backup was interrupted; its incomplete file was deleted.');
  const db = createDb({ url: env.DATABASE_URL, kind: 'maintenance', name: 'forum backup' });
  try {
    await requireSpaceForBackup(db, folder);
    const { written, bytes, finish } = await prepareBackup(env, file, report, signal);
    await finish();
    await recordBackup(db, bytes);
    const rows = Object.values(written.tables).reduce((sum, table) => sum + table.rows, 0);
    return { written, bytes, rows };
  } finally {
    await db.$client.end();
  }
}
