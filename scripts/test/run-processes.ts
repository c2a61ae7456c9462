import { readFileSync } from 'node:fs';
import { allProcesses, type Process, withDescendants } from '../../tests/support/processes.ts';

function hasTmpdir({ pid }: Process, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`);
  } catch {
    return false; // it has ended
  }
}

/**
 * Pids of a run: processes whose TMPDIR is its folder or whose command names it, and their
 * descendants. Children inherit TMPDIR even outside of the process group (PostgreSQL, Chromium);
 * the other criteria find processes that overwrite their environment with a title (nginx). Linux
 * only.
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
