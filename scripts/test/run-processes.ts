import { readFileSync } from 'node:fs';
import { allProcesses, type Process, withDescendants } from '../../tests/support/processes.ts';

function hasTmpdir({ pid }: Process, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`);
  } catch {
    return false; // it ended meanwhile
  }
}

/**
 * Ids of the processes of a run: those whose TMPDIR is its folder or whose command names something
 * in it, and those that they started. Children take TMPDIR over from their parents, also those that
 * leave the process group (PostgreSQL, Chromium, servers); those that write a title over their
 * environment (nginx, backends of PostgreSQL) are known by one of the other two. Linux alone tells
 * it.
 */
export function findRunProcesses(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const processes = allProcesses();
  const marked = processes.filter(
    (one) => hasTmpdir(one, folder) || one.command.includes(`${folder}/`),
  );
  return withDescendants(
    marked.map(({ pid }) => pid),
    processes,
  );
}
