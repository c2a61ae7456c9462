import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSync, type Parameters } from 'recheck';
import { version } from 'recheck/package.json';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { codeFiles, root, scriptOf, textOf } from './sources.ts';

/*
 * Regular expressions run on users' texts. Backtracking, or a new search at each position, can take
 * seconds or days for one message and block all users.
 */

/** Expressions built at run time from constants or escaped text, without repetition. */
const BUILT: Record<string, string> = {
  'src/auth/oidc/interaction.ts': 'a path of ours',
  'src/contracts/find-links.ts': 'parts of ours, each with a limit but the last',
  'src/contracts/paths.ts': 'paths and languages of ours',
  'src/contracts/text-lines.ts': 'a number of marks, and scripts of ours',
  'src/islands/composer/words-pattern.ts': 'escaped words',
  'src/islands/removals/apply-removals.tsx': 'ids',
  'src/outbox/cache-tags.ts': 'forms of tags of ours',
  'src/search/highlight.ts': 'escaped words, of a search with a limit',
  'src/search/simplified-characters.ts': 'one class of characters',
  'src/server/request-target.ts': 'paths and languages of ours',
  'src/views/phone/service-worker/offline-responses.ts': 'ids of templates in pages of ours',
};

const sources = codeFiles().filter((path) => /^src\/.*\.(tsx?|astro)$/.test(path));

/** All nodes of a kind in a file, with their lines. */
function findNodes<T extends ts.Node>(path: string, is: (node: ts.Node) => node is T) {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = scriptOf(path, textOf(path));
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: { node: T; at: string }[] = [];
  const look = (node: ts.Node): void => {
    if (is(node))
      found.push({
        node,
        at: `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
      });
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** The analysis counts steps and tries fixed texts, so its result is the same on any machine. */
const SETTINGS: Parameters = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  randomSeed: 1,
};
/** An expression without unbounded repetition is always fast. */
const REPETITION = /[*+]|\{\d+,\}/;

/** Findings by expression, cached by the analysis' version and settings: each takes 0.1 s. */
const KEPT = join(
  root,
  'node_modules/.cache/expressions',
  `${createHash('sha256')
    .update(JSON.stringify([version, SETTINGS]))
    .digest('hex')}.json`,
);
const known = new Map<string, string>(
  existsSync(KEPT) ? Object.entries(JSON.parse(readFileSync(KEPT, 'utf8'))) : [],
);

afterAll(() => {
  mkdirSync(dirname(KEPT), { recursive: true });
  // An atomic rename, so that parallel runs never read a partial file.
  writeFileSync(`${KEPT}.${process.pid}`, JSON.stringify(Object.fromEntries(known)));
  renameSync(`${KEPT}.${process.pid}`, KEPT);
});

/** An input with superlinear matching time; empty if there is none. */
function analyse(literal: string): string {
  const end = literal.lastIndexOf('/');
  const result = checkSync(literal.slice(1, end), literal.slice(end + 1), SETTINGS);
  if (result.status === 'vulnerable') return result.complexity.summary;
  return result.status === 'unknown' ? 'unknown' : '';
}

function problemOf(literal: string): string {
  if (!REPETITION.test(literal)) return '';
  const problem = known.get(literal) ?? analyse(literal);
  known.set(literal, problem);
  return problem;
}

/** The analysis can't parse the flag v. No part starts with a character that can end another. */
const JUDGED = ['src/search/tokenize.ts'];

test('[guard] no regular expression takes longer than its text is long', () => {
  expect(problemOf('/^(<!--.*?-->\\s*)*<svg/s')).not.toBe('');
  expect(problemOf('/\\d+(?:\\.\\d+)+/g')).not.toBe('');
  expect(problemOf('/<[^<>]*>/g')).toBe('');
  const found = sources.flatMap((path) =>
    findNodes(path, ts.isRegularExpressionLiteral).flatMap(({ node, at }) => {
      const problem = problemOf(node.text);
      const isJudged = problem === 'unknown' && JUDGED.includes(path);
      return problem === '' || isJudged ? [] : [`${at} ${node.text}: ${problem}`];
    }),
  );
  expect(found).toEqual([]);
});

test('[guard] regular expressions that are built have been judged', () => {
  const isBuilt = (node: ts.Node): node is ts.NewExpression =>
    ts.isNewExpression(node) && node.expression.getText() === 'RegExp';
  const found = sources.filter((path) => findNodes(path, isBuilt).length > 0);
  expect(found).toEqual(Object.keys(BUILT));
});
