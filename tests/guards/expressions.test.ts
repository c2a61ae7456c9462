import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSync, type Parameters } from 'recheck';
import { version } from 'recheck/package.json';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { codeFiles, root, scriptOf, textOf } from './sources.ts';

/*
 * Regular expressions run on what people write. One that can go back in more than one way, or
 * begins anew at each of many places, takes a second or a day for a text that fits into one
 * message, and everybody waits.
 */

/** Built while the code runs: by hand, of what is known before or escaped, without repetition. */
const BUILT: Record<string, string> = {
  'src/auth/oidc/interaction.ts': 'a path of ours',
  'src/contracts/find-links.ts': 'parts of ours, each with a limit but the last',
  'src/contracts/paths.ts': 'paths and languages of ours',
  'src/contracts/text-lines.ts': 'a number of marks, and scripts of ours',
  'src/islands/composer/words-pattern.ts': 'escaped words',
  'src/islands/removals/apply-removals.tsx': 'ids',
  'src/publish/outbox/cache-tags.ts': 'forms of tags of ours',
  'src/search/highlight.ts': 'escaped words, of a search with a limit',
  'src/search/simplified-characters.ts': 'one class of characters',
  'src/server/request-target.ts': 'paths and languages of ours',
  'src/views/phone/service-worker/offline-responses.ts': 'ids of templates in pages of ours',
};

const sources = codeFiles().filter((path) => /^src\/.*\.(tsx?|astro)$/.test(path));

/** What a file has of a kind, with its line. */
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

/**
 * The analysis counts steps, not milliseconds, and tries the same texts each time: it says the same
 * on a machine that is busy with other work.
 */
const SETTINGS: Parameters = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  randomSeed: 1,
};
/** Without repetition that is open to the right, nothing can take long. */
const REPETITION = /[*+]|\{\d+,\}/;

/**
 * What the analysis found, by expression. It takes a tenth of a second for each, so it is kept for
 * the next run, by the version and the settings of the analysis.
 */
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
  // Renamed, so that another run never reads the half of it.
  writeFileSync(`${KEPT}.${process.pid}`, JSON.stringify(Object.fromEntries(known)));
  renameSync(`${KEPT}.${process.pid}`, KEPT);
});

/** What makes an expression take longer than its text is long; empty if nothing does. */
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

/** Beyond what the analysis reads (the flag v): each part begins with what can't end another. */
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
