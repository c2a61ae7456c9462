import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inheritedEnv } from '../support/processes.ts';

const project = join(import.meta.dirname, '../..');

/** Test files by what they do: fail always, never, or in the first run alone. */
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

/** Runs such files in a folder of their own; `lines` are the last ones that were printed. */
function runFiles(kinds: readonly (keyof typeof FILES)[], env: Record<string, string>) {
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
    const script = join(import.meta.dirname, '../support/fixture-run.ts');
    const { status, stdout } = spawnSync(process.execPath, [script, root], {
      encoding: 'utf8',
      env: { ...inheritedEnv(), ...env },
    });
    const lines = stdout.trim().split('\n');
    return { status, lines, retries: stdout.match(/^Once more, alone: .*$/gm) ?? [] };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('[ops] a run of CI passes when its failed files pass alone', () => {
  const { status, lines } = runFiles(['sound', 'flaky'], { CI: '1' });
  expect(lines.slice(-2)).toEqual(['flaky: tests/flaky-1.test.ts › works', '2 passed, 0 failed']);
  expect(status).toBe(0);
});

test('[ops] a run of CI fails when a file fails twice', () => {
  const { status, lines, retries } = runFiles(['sound', 'flaky', 'broken'], { CI: '1' });
  expect(retries).toHaveLength(2);
  expect(lines.slice(-2)).toEqual(['flaky: tests/flaky-1.test.ts › works', '2 passed, 1 failed']);
  expect(status).toBe(1);
});

test('[ops] a run of CI with four failed files tries none of them again', () => {
  const { status, lines, retries } = runFiles(['flaky', 'flaky', 'flaky', 'flaky'], { CI: '1' });
  expect(retries).toEqual([]);
  expect(lines.at(-1)).toBe('0 passed, 4 failed');
  expect(status).toBe(1);
});

test('[ops] a run outside of CI never tries a file again', () => {
  const { status, lines, retries } = runFiles(['sound', 'flaky'], {});
  expect(retries).toEqual([]);
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
  expect(status).toBe(1);
});
