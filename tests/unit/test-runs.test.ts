import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inheritedEnv } from '../support/processes.ts';

const project = join(import.meta.dirname, '../..');

/** Test files that always fail, never fail, or fail in the first run only. */
const FILES = {
  sound: '() => {}',
  broken: `() => { throw new Error('broken'); }`,
  flaky: `() => {
    const marker = new URL('./ran-' + import.meta.url.split('/').at(-1), import.meta.url);
    if (existsSync(marker)) return;
    writeFileSync(marker, '');
    throw new Error('once');
  }`,
};

const runner = join(import.meta.dirname, '../support/fixture-run.ts');
const stress = join(project, 'scripts/test/stress.ts');

interface FixtureOptions {
  env?: Record<string, string>;
  /** Command line of the run, from the root of these files. */
  command?: (root: string) => string[];
}

/** Runs these files in a folder of their own; `lines` are the printed lines. */
function runFiles(
  kinds: readonly (keyof typeof FILES)[],
  { env = {}, command = (root) => [runner, root] }: FixtureOptions = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'forum-retried-'));
  try {
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    const reporter = join(project, 'tests/support/run-report.ts');
    writeFileSync(
      join(root, 'vitest.config.ts'),
      `export default { test: { reporters: ['default', '${reporter}'] } };`,
    );
    mkdirSync(join(root, 'tests'));
    kinds.forEach((kind, at) => {
      writeFileSync(
        join(root, `tests/${kind}-${at}.test.ts`),
        `import { existsSync, writeFileSync } from 'node:fs';
         import { test } from 'vitest';
         test('works', ${FILES[kind]});`,
      );
    });
    const { status, stdout } = spawnSync(process.execPath, command(root), {
      cwd: root,
      encoding: 'utf8',
      env: { ...inheritedEnv(), ...env },
    });
    const lines = stdout.trim().split('\n');
    return { status, lines, retries: stdout.match(/^Retrying alone: .*$/gm) ?? [] };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('[ops] a run of CI passes when its failed files pass alone', () => {
  const { status, lines } = runFiles(['sound', 'flaky'], { env: { CI: '1' } });
  expect(lines.slice(-2)).toEqual(['flaky: tests/flaky-1.test.ts › works', '2 passed, 0 failed']);
  expect(status).toBe(0);
});

test('[ops] a run of CI fails when a file fails twice', () => {
  const { status, lines, retries } = runFiles(['sound', 'flaky', 'broken'], { env: { CI: '1' } });
  expect(retries).toHaveLength(2);
  expect(lines.slice(-3)).toEqual([
    'flaky: tests/flaky-1.test.ts › works',
    'failed: tests/broken-2.test.ts › works',
    '2 passed, 1 failed',
  ]);
  expect(status).toBe(1);
});

test('[ops] a run of CI with four failed files tries none of them again', () => {
  const { status, lines, retries } = runFiles(['flaky', 'flaky', 'flaky', 'flaky'], {
    env: { CI: '1' },
  });
  expect(retries).toEqual([]);
  expect(lines.at(-1)).toBe('0 passed, 4 failed');
  expect(status).toBe(1);
});

test('[ops] a run outside of CI never tries a file again', () => {
  const { status, lines, retries } = runFiles(['sound', 'flaky']);
  expect(retries).toEqual([]);
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
  expect(status).toBe(1);
});

test('[ops] a stress run fails when one of its rounds fails', () => {
  const command = () => [stress, '--config', 'vitest.config.ts', '--times', '3', 'tests/'];
  const { status, lines } = runFiles(['sound', 'flaky'], { command });
  expect(lines.filter((line) => line.startsWith('round '))).toEqual([
    'round 1 of 3: 1 failed',
    'round 2 of 3: 0 failed',
    'round 3 of 3: 0 failed',
    'round 1: tests/flaky-1.test.ts › works',
  ]);
  expect(lines.at(-1)).toBe('3 rounds, 1 failed');
  expect(status).toBe(1);
});
