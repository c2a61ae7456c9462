import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestRun {
  /** TMPDIR of the run's processes. */
  folder: string;
  /** Kills remaining processes and deletes the folder. */
  end(): Promise<void>;
}

/**
 * Begins a test run, whose processes share a TMPDIR. A separate process (end-run.ts) waits for this
 * one's end, even by `kill -9`, then kills the rest and deletes the folder.
 */
export function startTestRun(): TestRun {
  const folder = mkdtempSync(join(tmpdir(), 'forum-test-'));
  // PostgreSQL runs as another user and must traverse it.
  chmodSync(folder, 0o755);
  const guardian: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'end-run.ts'), folder],
    { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
  );
  const exited = new Promise<void>((resolve) => guardian.once('exit', () => resolve()));
  guardian.unref();
  // A killed parent can't notify this process, which then gets another parent.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), 500).unref();
  return {
    folder,
    async end() {
      guardian.ref();
      guardian.stdin?.end();
      await exited;
    },
  };
}
