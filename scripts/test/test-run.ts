import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestRun {
  /** TMPDIR of every process that belongs to the run. */
  folder: string;
  /** Kills whatever still runs and removes the folder. */
  end(): Promise<void>;
}

/**
 * Begins a run of tests: whatever it starts finds its temporary folder in TMPDIR, and is recognized
 * by it. A process of its own (end-run.ts) waits for the end of this one, also by `kill -9`, and
 * then kills what is left of the run and removes the folder.
 */
export function startTestRun(): TestRun {
  const folder = mkdtempSync(join(tmpdir(), 'forum-test-'));
  // PostgreSQL runs as another user and has to come through.
  chmodSync(folder, 0o755);
  const guardian: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'end-run.ts'), folder],
    { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
  );
  const gone = new Promise<void>((resolve) => guardian.once('exit', () => resolve()));
  guardian.unref();
  // Killed without its child being told, a starter leaves this process to another parent.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), 500).unref();
  return {
    folder,
    async end() {
      guardian.ref();
      guardian.stdin?.end();
      await gone;
    },
  };
}
