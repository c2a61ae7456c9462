import { expect, test } from 'vitest';
import { readMigrationStatements } from '#db/migration-files.ts';
import { MIGRATIONS_FOLDER } from '#db/migration-journal.ts';
import { filesBelow, textOf } from './sources.ts';

/* Rules for migrations after 0002, which was a contraction without a mark. */

const FIRST_MARKED = 3;
const later = filesBelow('src/db/migrations')
  .filter((path) => path.endsWith('.sql'))
  .filter((path) => Number(path.split('/').at(-1)?.slice(0, 4)) >= FIRST_MARKED);

/** Problems of a migration's text; see decisions/migrations.md. */
function findProblems(text: string): string[] {
  const hasMark = /^-- (?:expansion|contraction|contraction after \w+)\n/.test(text);
  const required = Array.from(
    text.matchAll(/^create\s+(?:unique\s+)?index\s+(?!if not exists).*/gim),
  );
  return [
    ...(hasMark ? [] : ['its first line says neither "-- expansion" nor "-- contraction …"']),
    ...required.map(([statement]) => `needs "if not exists": ${statement}`),
  ];
}

test('[guard] each migration says which servers work with it, and accepts prepared indexes', () => {
  expect(
    later.flatMap((path) => findProblems(textOf(path)).map((one) => `${path}: ${one}`)),
  ).toEqual([]);
});

test('[guard] the marks of migrations are valid', () => {
  expect(() => readMigrationStatements(MIGRATIONS_FOLDER)).not.toThrow();
});

test.each([
  ['-- expansion\nALTER TABLE "a" ADD COLUMN "b" text;', 0],
  ['-- contraction\nALTER TABLE "a" DROP COLUMN "b";', 0],
  ['-- contraction after 0003_name\nALTER TABLE "a" DROP COLUMN "b";', 0],
  ['-- expansion\nCREATE INDEX IF NOT EXISTS "i" ON "a" ("b");', 0],
  ['-- expansion\nCREATE INDEX "i" ON "a" ("b");', 1],
  ['ALTER TABLE "a" ADD COLUMN "b" text;', 1],
])('[guard] a migration’s problems are found in %s', (text, count) => {
  expect(findProblems(text)).toHaveLength(count);
});
