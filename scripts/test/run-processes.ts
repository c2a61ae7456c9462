import { readdirSync, readFileSync } from 'node:fs';

interface Candidate {
  pid: number;
  parent: number;
  isMarked: boolean;
}

function readCandidate(pid: number, folder: string): Candidate | undefined {
  try {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1').split('\0');
    const [stat] = read('stat') as [string];
    return {
      pid,
      parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
      isMarked:
        read('environ').includes(`TMPDIR=${folder}`) ||
        read('cmdline').some((part) => part.includes(`${folder}/`)),
    };
  } catch {
    return undefined; // it ended meanwhile
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
  const candidates = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readCandidate(Number(name), folder) ?? []);
  const found = new Set(candidates.filter((one) => one.isMarked).map(({ pid }) => pid));
  // what is added is looked at too
  for (const pid of found) for (const one of candidates) if (one.parent === pid) found.add(one.pid);
  return [...found];
}
