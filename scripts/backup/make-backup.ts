import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDb, type Db } from '#db/client.ts';
import { recordBackup } from '#domain/operation/record.ts';
import type { Env } from '#platform/env.ts';
import { requireRoom } from './disk-room.ts';
import { readLastBackup } from './last-backup.ts';
import { type BackupResult, clearUnfinishedBackups, prepareBackup } from './write-backup.ts';

export interface MadeBackup {
  written: BackupResult;
  bytes: number;
  rows: number;
}

/** A forum grows, and its largest table is beside the archive before it is in it. */
const GROWTH = 1.5;

/**
 * Refuses to begin what can't end well: a disk that is full in between would stop PostgreSQL too.
 * Before the first backup the database's size stands for what one would have.
 */
async function requireRoomForBackup(db: Db, folder: string): Promise<void> {
  const client = await db.$client.connect();
  try {
    const last = await readLastBackup(client);
    const size = 'select pg_database_size(current_database())::float8 as bytes';
    const bytes = last?.bytes ?? (await client.query<{ bytes: number }>(size)).rows[0]?.bytes ?? 0;
    requireRoom(folder, bytes * GROWTH, 'a backup');
  } finally {
    client.release();
  }
}

export interface BackupOptions {
  report?: (step: string) => void;
  say?: (line: string) => void;
  signal?: AbortSignal | undefined;
}

/** Makes a backup, and has the admin area and the figures say when it was made. */
export async function makeBackup(
  env: Env & { DATABASE_URL: string },
  file: string,
  { report = () => {}, say = () => {}, signal }: BackupOptions = {},
): Promise<MadeBackup> {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  if (clearUnfinishedBackups(folder) > 0)
    say('A backup had been ended before it was whole; what it had begun is removed.');
  const db = createDb({ url: env.DATABASE_URL, kind: 'maintenance', name: 'forum backup' });
  try {
    await requireRoomForBackup(db, folder);
    const { written, bytes, finish } = await prepareBackup(env, file, report, signal);
    await finish();
    await recordBackup(db, bytes);
    const rows = Object.values(written.tables).reduce((sum, table) => sum + table.rows, 0);
    return { written, bytes, rows };
  } finally {
    await db.$client.end();
  }
}
