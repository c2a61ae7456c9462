import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/*
 * A file beside the pages says that somebody publishes there; an orderly end removes it. Whoever
 * finds one of a publisher that isn't alive any more knows that it was killed and may have left
 * files that nothing names.
 */

const FOLDER = '.publishing';
/**
 * Milliseconds after which a publisher of another machine that gives no sign of life is taken for
 * dead.
 */
const SILENT_MS = 10 * 60_000;

export interface CrashMark {
  /** Somebody who published here before was killed. */
  readonly crashed: boolean;
  /** Says that this one is alive. */
  beat(): void;
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
export function markPublishing(siteDir: string, name: string, heir: boolean): CrashMark {
  const folder = join(siteDir, FOLDER);
  const host = hostname();
  const own = `${host}_${process.pid}_${name}`;
  mkdirSync(folder, { recursive: true });
  let crashed = false;
  for (const file of heir ? readdirSync(folder) : []) {
    const [, where, pid] = /^(.+)_(\d+)_\w+$/.exec(file) ?? [];
    const stat = statSync(join(folder, file), { throwIfNoEntry: false });
    // One of this very name is of a thread before this one, or of a process that had the same
    // number before.
    const dead =
      file === own ||
      (where === host
        ? !isAlive(Number(pid))
        : stat !== undefined && Date.now() - stat.mtimeMs > SILENT_MS);
    if (!dead) continue;
    crashed = true;
    rmSync(join(folder, file), { force: true });
  }
  const mark = join(folder, own);
  writeFileSync(mark, '');
  return {
    crashed,
    beat() {
      const now = new Date();
      try {
        utimesSync(mark, now, now);
      } catch {
        writeFileSync(mark, ''); // somebody tidied up
      }
    },
    remove: () => rmSync(mark, { force: true }),
  };
}
