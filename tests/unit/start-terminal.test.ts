import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { people } from '../../scripts/seed/people.ts';
import { openLogFile } from '../../scripts/start/log-file.ts';
import { describeEvent, drawBox, measureColumns } from '../../scripts/start/terminal.ts';
import { DEMO_PEOPLE } from '../../scripts/start/welcome.ts';

function newLog(maxBytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'logs/forum.log');
  return { path, log: openLogFile(path, maxBytes) };
}
const read = (path: string) => readFileSync(path, 'utf8');

test('[ops] a log file that reaches its limit becomes the former one', () => {
  const { path, log } = newLog(10);
  for (const line of ['first line\n', 'second line\n', 'third\n']) log.write(line);
  expect(read(`${path}.1`)).toBe('second line\n');
  expect(read(path)).toBe('third\n');
});

test('[ops] a log file is rotated only after a complete line', () => {
  const { path, log } = newLog(10);
  log.write('half of a line');
  expect(existsSync(`${path}.1`)).toBe(false);
  log.write(' and its end\n');
  expect(read(`${path}.1`)).toBe('half of a line and its end\n');
});

test('[ops] a log file continues the one of the last start', () => {
  const { path, log } = newLog(100);
  log.write('before\n');
  openLogFile(path, 100).write('after\n');
  expect(read(path)).toBe('before\nafter\n');
});

test('[unit] a box has straight sides around Chinese text', () => {
  const rows = drawBox(['管理员 若谷', 'short'], 80).split('\n');
  expect(rows).toEqual([
    '┌───────────────┐',
    '│  管理员 若谷  │',
    '│  short        │',
    '└───────────────┘',
  ]);
  expect(new Set(rows.map(measureColumns)).size).toBe(1);
});

test('[unit] a line that is wider than the terminal has no borders', () => {
  const address = `http://localhost:4321/${'a'.repeat(60)}`;
  expect(drawBox(['short', address], 80).split('\n')).toEqual([
    '┌─────────┐',
    '│  short  │',
    address,
    '└─────────┘',
  ]);
});

test('[ops] a terminal shows warnings of the log in words', () => {
  expect(describeEvent('{"level":50,"msg":"server.exited","reason":"it was killed"}')).toBe(
    'The server exited and is restarted: it was killed.',
  );
  expect(describeEvent('{"level":30,"msg":"server.listening"}')).toBeUndefined();
});

test('[ops] the people whom a terminal names are in the demo community', () => {
  const groupsOf = (names: readonly string[]) =>
    names.map((name) => people.find(({ nickname }) => nickname === name)?.group);
  expect(groupsOf(DEMO_PEOPLE.administrators)).toEqual(['super', 'admin']);
  expect(groupsOf(DEMO_PEOPLE.moderators)).toEqual(['moderator', 'moderator']);
  expect(people.map(({ nickname }) => nickname)).toEqual(
    expect.arrayContaining([...DEMO_PEOPLE.members]),
  );
});
