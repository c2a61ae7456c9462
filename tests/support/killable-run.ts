import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { CHROMIUM_FLAGS, ensureHeadlessChromium } from '../../scripts/install/chromium.ts';
import { startTestRun } from '../../scripts/test/test-run.ts';
import { mountSmallDisk, PAGES_DISK } from '../../scripts/tools/faults/small-disk.ts';
import { findNginx } from './nginx.ts';
import { eventually } from './processes.ts';

/*
 * A test run that a test kills, started as scripts/test.ts does; this process is the runner. It
 * starts itself with `worker` for what killed tests leave behind: a database, a browser, an nginx,
 * a detached process, a disk. Prints the run's folder, then "ready".
 */

if (process.argv[2] === 'worker') {
  await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), 'forum-')));
  const browser = await chromium.launch({
    executablePath: ensureHeadlessChromium(),
    args: CHROMIUM_FLAGS,
  });
  await browser.newPage();
  const nginx = findNginx();
  if (nginx) {
    // Needs tests' usual folder: nginx overwrites its environment with its title.
    const prefix = mkdtempSync(join(tmpdir(), 'forum-nginx-'));
    const conf = join(prefix, 'nginx.conf');
    writeFileSync(
      conf,
      `daemon off; worker_processes 1; pid ${prefix}/pid; error_log ${prefix}/error.log; events {}`,
    );
    spawn(nginx, ['-p', prefix, '-e', join(prefix, 'error.log'), '-c', conf], { stdio: 'ignore' });
    await eventually(() => existsSync(join(prefix, 'pid')));
  }
  mountSmallDisk(mkdtempSync(join(tmpdir(), 'forum-disk-')), PAGES_DISK);
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  process.stdout.write('ready\n');
} else {
  const { folder } = startTestRun();
  process.stdout.write(`${folder}\n`);
  spawn(process.execPath, [import.meta.filename, 'worker'], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder },
  });
}
