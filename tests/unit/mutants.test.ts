import { expect, test } from 'vitest';
import { chooseMutants } from '../../scripts/tools/mutants/choose-mutants.ts';
import { canParse, findMutants } from '../../scripts/tools/mutants/find-mutants.ts';
import { applyEdit, type MutantKind } from '../../scripts/tools/mutants/mutant.ts';
import { findLost, formatResults, type Result } from '../../scripts/tools/mutants/results.ts';
import { readFailure } from '../../scripts/tools/mutants/workshop.ts';

/* The mutations of `npm run mutants`. */

const FILE = 'src/a.ts';
/** The file after each mutation of a kind. */
const mutated = (kind: MutantKind, text: string): string[] =>
  findMutants(FILE, text)
    .filter((mutant) => mutant.kind === kind)
    .map((mutant) => applyEdit(text, mutant).replace(/\s+/g, ' ').trim());

test('[unit] conditions are turned round, connected otherwise, or moved by one', () => {
  expect(mutated('condition', 'if (a && b < 3) f();')).toEqual([
    'if (!(a && b < 3)) f();',
    'if (a || b < 3) f();',
    'if (a && b <= 3) f();',
  ]);
  expect(mutated('condition', 'const c = a === b ? 1 : 2;')).toEqual([
    'const c = !(a === b) ? 1 : 2;',
    'const c = a !== b ? 1 : 2;',
  ]);
});

test('[unit] comments, types and texts that are only logged or thrown stay', () => {
  expect(
    findMutants(
      FILE,
      `// if (a && b)
      type A = B extends 'x' ? 1 : 2;
      declare const MAX_TEXTS: 7;
      deps.log.warn({ err }, a ? 'one' : 'other');
      throw new Error(a ? 'one' : 'other');`,
    ),
  ).toEqual([]);
});

test('[unit] SQL loses its where, or one of its conditions', () => {
  expect(
    mutated('sql', "q(`select a from t where a between :x and :y and b = 'c and d' order by a`);"),
  ).toEqual([
    'q(`select a from t order by a`);',
    "q(`select a from t where b = 'c and d' order by a`);",
    'q(`select a from t where a between :x and :y order by a`);',
  ]);
  expect(
    mutated('sql', `q(\`select (select 1 from u where u.a = \${f(\`where\`)}) from t\`);`),
  ).toEqual(['q(`select (select 1 from u ) from t`);']);
  expect(mutated('sql', 'q(`select a from t join u on u.a = t.a and u.b where true`);')).toEqual([
    'q(`select a from t join u on u.b where true`);',
    'q(`select a from t join u on u.a = t.a where true`);',
  ]);
  expect(mutated('sql', "where.add('a = :a', { a });")).toEqual(['where;']);
  expect(mutated('sql', "say('tell where it is, and why');")).toEqual([]);
});

test('[unit] locks are not taken', () => {
  expect(mutated('lock', 'q(`select 1 from t where a = 1 for update of t skip locked`);')).toEqual([
    'q(`select 1 from t where a = 1 `);',
  ]);
  expect(
    mutated('lock', `q(\`select pg_try_advisory_lock(\${ID}), pg_advisory_xact_lock(f(1))\`);`),
  ).toEqual([
    'q(`select true, pg_advisory_xact_lock(f(1))`);',
    `q(\`select pg_try_advisory_lock(\${ID}), null\`);`,
  ]);
  expect(mutated('lock', 'await lockThreads(tx, { ids });')).toEqual([';']);
});

test('[unit] limits are doubled or left out', () => {
  expect(mutated('limit', 'const MAX_WAIT_MS = 2 * 60_000;')).toEqual([
    'const MAX_WAIT_MS = (2 * 60_000) * 2;',
  ]);
  expect(mutated('limit', 'const PORT = 80;')).toEqual([]);
  expect(mutated('limit', 'q(`select a from t limit :n`);')).toEqual(['q(`select a from t `);']);
});

test('[unit] awaits, escapes, checks and invalidations are removed', () => {
  expect(mutated('await', 'const a = await f(); await g();')).toEqual([
    'const a = await f(); g();',
  ]);
  expect(mutated('escape', 'out += escapeHtml(a + b);')).toEqual(['out += (a + b);']);
  expect(
    mutated('right', "requireModerates(actor, 1); if (a) throw new AppError('forbidden');"),
  ).toEqual(["; if (a) throw new AppError('forbidden');", 'requireModerates(actor, 1); ;']);
  expect(mutated('right', "const call = { right: 'a.b', rate: 'c' };")).toEqual([
    "const call = { right: undefined, rate: 'c' };",
  ]);
  expect(mutated('right', "const RULES = { 'a.b': memberRule, 'a.c': visitorRule };")).toEqual([
    "const RULES = { 'a.b': visitorRule, 'a.c': visitorRule };",
  ]);
  expect(mutated('invalidation', 'await invalidate(tx, [cacheTag.a(1), cacheTag.b(2)]);')).toEqual([
    ';',
    'await invalidate(tx, [cacheTag.b(2)]);',
    'await invalidate(tx, [cacheTag.a(1)]);',
  ]);
});

test('[unit] a mutant retains its id when lines above it change, and not when its statement does', () => {
  const ids = (text: string) => findMutants(FILE, text).map(({ id }) => id);
  const text = 'if (a) f();\nif (a) f();\n';
  expect(ids(`const b = 1;\n\n${text}`)).toEqual(ids(text));
  expect(new Set(ids(text)).size).toBe(2);
  expect(ids('if (b) f();\nif (a) f();\n')[0]).not.toBe(ids(text)[0]);
});

test('[unit] a mutant that is no TypeScript is known', () => {
  expect(canParse(FILE, 'const a = b ?? c;')).toBe(true);
  expect(canParse(FILE, 'const a = ;')).toBe(false);
});

test('[unit] the same seed chooses the same mutants, as many of each group; of others most stay', () => {
  const group = (name: string, size: number) =>
    Array.from({ length: size }, (_, index) =>
      findMutants(`src/${name}/${index}.ts`, 'await f(); if (a) g();'),
    ).flat();
  const choose = (sizeOfA: number, seed = 26) =>
    chooseMutants([group('a', sizeOfA), group('b', 9)], { seed, count: 6, isFit: () => true });
  const chosen = choose(9);
  expect(chosen.filter(({ file }) => file.startsWith('src/a/'))).toHaveLength(3);
  expect(chosen.filter(({ kind }) => kind === 'await')).toHaveLength(3);
  expect(choose(9)).toEqual(chosen);
  expect(choose(9, 27)).not.toEqual(chosen);
  const ids = new Set(choose(10).map(({ id }) => id));
  expect(chosen.filter(({ id }) => ids.has(id)).length).toBeGreaterThanOrEqual(5);
});

const result = (id: string, status: Result['status']): Result => ({
  ...{ id, status, file: FILE, line: 1, kind: 'sql', before: 'where a', after: '', seconds: 1 },
});

test('[unit] results have a line for each mutant, sorted, and list those that are noticed no longer', () => {
  const before = {
    seed: 26,
    count: 2,
    mutants: [result('b', 'noticed'), result('a', 'noticed'), result('c', 'unnoticed')],
  };
  const lines = formatResults(before).split('\n');
  expect(lines.filter((line) => line.includes('"id"')).map((line) => line.slice(4, 13))).toEqual([
    '{"id":"a"',
    '{"id":"b"',
    '{"id":"c"',
  ]);
  const after = {
    ...before,
    mutants: [result('a', 'noticed'), result('b', 'unnoticed'), result('c', 'unnoticed')],
  };
  expect(findLost(before, after).map(({ id }) => id)).toEqual(['b']);
});

test('[unit] a mutant is noticed by the failed test, or by a file that could not run', () => {
  const file = (name: string, message: string, ...assertions: [string, string][]) => ({
    name: `/x/tests/${name}.test.ts`,
    status: 'failed',
    message,
    assertionResults: assertions.map(([status, fullName]) => ({ status, fullName })),
  });
  const failureOf = (...testResults: ReturnType<typeof file>[]) =>
    readFailure({ testResults }, '/x');
  expect(failureOf(file('a', '', ['passed', 'a']))).toBeUndefined();
  // the run ended before the first
  expect(failureOf(file('a', ''), file('b', '', ['failed', ' b c']))).toBe('tests/b.test.ts: b c');
  expect(failureOf(file('a', ''), file('b', 'no such module'))).toBe('tests/b.test.ts');
});
