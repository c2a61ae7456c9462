import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, isCode, root, textOf } from './sources.ts';

const kit = join(root, 'node_modules/.bin/drizzle-kit');
const run = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [kit, ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
};

test('[guard] the migrations lead to the schema: generating again finds nothing to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forum-migrations-'));
  try {
    cpSync(join(root, 'src/db/migrations'), join(folder, 'migrations'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'drizzle.config.ts'),
      `export default { dialect: 'postgresql', schema: ${JSON.stringify(join(root, 'src/db/schema/index.ts'))}, out: './migrations', casing: 'snake_case' };\n`,
    );
    const before = readdirSync(join(folder, 'migrations'));
    const { output } = run(
      folder,
      'generate',
      '--config',
      'drizzle.config.ts',
      '--name',
      'forgotten',
    );
    expect(output).toContain('No schema changes');
    expect(readdirSync(join(folder, 'migrations'))).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[guard] the migrations are in order and don’t fork', () => {
  const { status, output } = run(root, 'check', '--config', 'src/db/drizzle.config.ts');
  expect(output).toContain("Everything's fine");
  expect(status).toBe(0);
});

test('[guard] later migrations have later times: a database takes only those that are later than its last', () => {
  const { entries } = JSON.parse(
    readFileSync(join(root, 'src/db/migrations/meta/_journal.json'), 'utf8'),
  ) as { entries: { tag: string; when: number }[] };
  expect(entries.map(({ tag }) => tag)).toEqual(
    [...entries].sort((a, b) => a.when - b.when).map(({ tag }) => tag),
  );
  expect(entries.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag).sort());
});

test('[guard] each advisory lock of ours has a number of its own, written where it is taken', () => {
  const found = ['src', 'scripts']
    .flatMap(filesBelow)
    .filter(isCode)
    .flatMap((path) =>
      [...textOf(path).matchAll(/\b7_?420_?(\d{3})\b/g)].map(([, number]) => number as string),
    );
  expect(found.length).toBeGreaterThan(4);
  expect(found.filter((number, at) => found.indexOf(number) !== at)).toEqual([]);
});
