import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ids of the processes whose TMPDIR is this folder. Children take it over from their parents, also
 * those that leave the process group (PostgreSQL, Chromium, servers). Linux alone tells it.
 */
export function findRunProcesses(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1')
          .split('\0')
          .includes(`TMPDIR=${folder}`);
      } catch {
        return false; // it ended meanwhile
      }
    })
    .map(Number);
}
