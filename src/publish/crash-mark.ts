import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/*
 * A file beside the pages says that somebody publishes there; an orderly end removes it. Whoever
 * finds one of a publisher that isn't alive any more knows that it was killed and may have left
 * files that nothing names.
 */

const MARKS_FOLDER = '.publishing';
/**
 * Milliseconds after which a publisher of another machine that gives no sign of life is taken for
 * dead.
 */
const MAX_SILENCE_MS = 10 * 60_000;

export interface CrashMark {
  /** Somebody who published here before was killed. */
  readonly foundCrash: boolean;
  /** Says that this one is alive. */
  refresh(): void;
  /** An orderly end. */
  remove(): void;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * `name` tells apart the publishers of one process. `heir`: it looks after what killed ones left;
 * others leave their marks for the heir.
 */
export function createCrashMark(
  siteDir: string,
  name: string,
  clearsDeadMarks: boolean,
): CrashMark {
  const folder = join(siteDir, MARKS_FOLDER);
  const host = hostname();
  const ownName = `${host}_${process.pid}_${name}`;
  mkdirSync(folder, { recursive: true });
  let foundCrash = false;
  for (const file of clearsDeadMarks ? readdirSync(folder) : []) {
    const [, markHost, pid] = /^(.+)_(\d+)_\w+$/.exec(file) ?? [];
    const stat = statSync(join(folder, file), { throwIfNoEntry: false });
    // One of this very name is of a thread before this one, or of a process that had the same
    // number before.
    const isDead =
      file === ownName ||
      (markHost === host
        ? !isAlive(Number(pid))
        : stat !== undefined && Date.now() - stat.mtimeMs > MAX_SILENCE_MS);
    if (!isDead) continue;
    foundCrash = true;
    rmSync(join(folder, file), { force: true });
  }
  const markPath = join(folder, ownName);
  writeFileSync(markPath, '');
  return {
    foundCrash,
    refresh() {
      const now = new Date();
      try {
        utimesSync(markPath, now, now);
      } catch {
        writeFileSync(markPath, ''); // somebody tidied up
      }
    },
    remove: () => rmSync(markPath, { force: true }),
  };
}
