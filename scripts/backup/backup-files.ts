import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Env } from '#platform/env.ts';
import { readAbout } from './read-archive.ts';

/* Names of requested and automatic backups. */

const BACKUP_NAME = /^forum-(auto-)?(\d{4}-\d\d-\d\d-\d{4,6})\.tar$/;

export const getBackupFolder = (env: Pick<Env, 'DATA_DIR'>): string =>
  join(env.DATA_DIR, 'backups');

/** An unused file name for a new backup, with the UTC time. */
export function newBackupFile(folder: string, kind: 'asked' | 'automatic'): string {
  for (let timeMs = Date.now(); ; timeMs += 1_000) {
    const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
    const file = join(folder, `forum-${kind === 'automatic' ? 'auto-' : ''}${stamp}.tar`);
    if (!existsSync(file)) return file;
  }
}

function listFiles(folder: string): { name: string; time: string; isAutomatic: boolean }[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const [name, automatic, time] = (entry.isFile() && BACKUP_NAME.exec(entry.name)) || [];
      return name && time ? [{ name, time, isAutomatic: automatic !== undefined }] : [];
    })
    .sort((a, b) => (a.time < b.time ? 1 : -1));
}

/** The newest backup in a folder, by the time in its name. */
export function findNewestBackup(folder: string): string | undefined {
  const [newest] = listFiles(folder);
  return newest && join(folder, newest.name);
}

/**
 * Deletes a forum's automatic backups except the newest; the one just made counts as newest,
 * whatever the clock says. Ignores unreadable files and those of other forums. Returns deleted
 * names.
 */
export async function removeOldBackups(
  made: string,
  keep: number,
  site: string,
): Promise<string[]> {
  const folder = dirname(made);
  let retained = 1;
  const removed: string[] = [];
  for (const { name, isAutomatic } of listFiles(folder)) {
    if (!isAutomatic || name === basename(made)) continue;
    const about = await readAbout(join(folder, name)).catch(() => undefined);
    if (about?.site !== site || ++retained <= keep) continue;
    rmSync(join(folder, name));
    removed.push(name);
  }
  return removed;
}
