import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCrashMark } from '#publish/render/crash-mark.ts';
import { eventually } from '../support/processes.ts';
import { temporaryFolder } from '../support/test-site.ts';

const siteDir = temporaryFolder('crash-mark');
const folder = join(siteDir, '.publishing');
mkdirSync(folder);
const markOf = (pid: number): string => `${hostname()}_${pid}_server`;

/** A zombie process: it has ended, and its running parent doesn't reap it. */
async function startZombie(): Promise<number> {
  // The child ends once its parent has become a program that doesn't reap children.
  const script = '(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 600';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill());
  const [output] = await once(parent.stdout, 'data');
  const pid = Number(String(output));
  await eventually(async () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  return pid;
}

test('[ops] a publisher that was killed counts as dead, also while its parent hasn’t noticed; one that lives does not', async () => {
  const zombie = markOf(await startZombie());
  const alive = markOf(process.ppid);
  for (const name of [zombie, alive]) writeFileSync(join(folder, name), '');
  const mark = createCrashMark(siteDir, 'test', true);
  expect(mark.foundCrash).toBe(true);
  expect(readdirSync(folder)).toContain(alive);
  expect(readdirSync(folder)).not.toContain(zombie);
  mark.remove();
});
