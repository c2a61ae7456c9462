import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '#platform/is-process-alive.ts';

/*
 * A file next to the pages marks a publishing process; a graceful stop removes it. The mark of a
 * dead process means that it was killed and may have left files without a record.
 */

const MARKS_FOLDER = '.publishing';
/** Milliseconds without a heartbeat after which another machine's publisher counts as dead. */
const MAX_SILENCE_MS = 10 * 60_000;

export interface CrashMark {
  /** An earlier publisher was killed here. */
  readonly foundCrash: boolean;
  /** Heartbeat: other machines see by the file's time that this process lives. */
  refresh(): void;
  remove(): void;
}

/**
 * `name`: unique per process. `clearsDeadMarks`: removes marks of killed publishers after repair.
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
    const [pid, markHost] = [file.split('_').at(-2), file.split('_').slice(0, -2).join('_')];
    const stat = statSync(join(folder, file), { throwIfNoEntry: false });
    // A mark of the same name belongs to an earlier thread, or an earlier process with the same id.
    const isDead =
      file === ownName ||
      (markHost === host
        ? !isProcessAlive(Number(pid))
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
        writeFileSync(markPath, ''); // the folder was removed
      }
    },
    remove: () => rmSync(markPath, { force: true }),
  };
}
