import { mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorkFolder, findAbandonedFolders } from '../../scripts/backup/work-folder.ts';
import { clearUnfinishedBackups } from '../../scripts/backup/write-backup.ts';
import { temporaryFolder } from '../support/test-site.ts';

/** A pid that no process has: Linux uses 4,194,304 at most. */
const DEAD_PID = 99_999_999;
const OTHER_SPACE = '0123456789ab';

/** A folder that was renewed this many minutes ago. */
function makeFolder(parent: string, name: string, minutes: number): void {
  const path = join(parent, name);
  mkdirSync(path);
  const at = new Date(Date.now() - minutes * 60_000);
  utimesSync(path, at, at);
}

afterEach(() => {
  vi.useRealTimers();
});

test('[ops] a backup that another host is writing into the same folder is left alone', () => {
  const parent = temporaryFolder('shared');
  makeFolder(parent, `.backup-${DEAD_PID}-${OTHER_SPACE}-aBcDeF`, 1);
  expect(clearUnfinishedBackups(parent)).toBe(0);
  expect(readdirSync(parent)).toHaveLength(1);
});

test('[ops] a backup of another host that stopped renewing its folder is removed', () => {
  const parent = temporaryFolder('shared');
  makeFolder(parent, `.backup-${process.pid}-${OTHER_SPACE}-aBcDeF`, 11);
  makeFolder(parent, `.backup-${process.pid}-aBcDeF`, 11); // of an older version
  expect(clearUnfinishedBackups(parent)).toBe(2);
  expect(readdirSync(parent)).toEqual([]);
});

test('[ops] a backup of this machine whose process died is removed at once', () => {
  const parent = temporaryFolder('shared');
  const { path, remove } = createWorkFolder(parent, 'backup');
  expect(findAbandonedFolders(parent, 'backup')).toEqual([]);
  makeFolder(parent, basename(path).replace(String(process.pid), String(DEAD_PID)), 0);
  expect(clearUnfinishedBackups(parent)).toBe(1);
  expect(readdirSync(parent)).toEqual([basename(path)]);
  remove();
  expect(readdirSync(parent)).toEqual([]);
});

test('[ops] a running command renews the time of its folder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { path, remove } = createWorkFolder(temporaryFolder('shared'), 'backup');
  utimesSync(path, new Date(0), new Date(0));
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  remove();
});
