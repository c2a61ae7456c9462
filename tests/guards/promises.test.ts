import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/*
 * On the server nothing is left to fail unheard. A promise that nobody waits for is a finding of the linter, unless `void`
 * stands in front of it; and what stands behind `void` ends with a handler of its failure, never fails, or is no promise.
 */

const SERVER = ['api', 'auth', 'captcha', 'db', 'domain', 'moderation', 'platform', 'publish', 'search', 'server'];

/** Functions whose promises never fail, each by its own try or catch. */
const NEVER_FAILS = ['listen', 'again', 'died', 'work', 'end', 'answer'];
/** Methods and functions that return no promise. */
const SYNCHRONOUS = ['end', 'add', 'delete', 'deleteCookie', 'setTimeout', 'push', 'set', 'chineseCutter'];

/** `….catch(handler)`, or `….then(handler, handler)`. */
function isHarmless(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isHarmless(node.expression);
  if (ts.isConditionalExpression(node)) return isHarmless(node.whenTrue) && isHarmless(node.whenFalse);
  if (ts.isBinaryExpression(node)) return isHarmless(node.right);
  if (ts.isAwaitExpression(node) || ts.isPostfixUnaryExpression(node) || ts.isNumericLiteral(node)) return true; // its failure is that of the function around it
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (ts.isIdentifier(called)) return [...NEVER_FAILS, ...SYNCHRONOUS].includes(called.text);
  if (!ts.isPropertyAccessExpression(called)) return false;
  const { text } = called.name;
  return text === 'catch' || (text === 'then' && node.arguments.length === 2) || SYNCHRONOUS.includes(text) || (text === 'finally' && isHarmless(called.expression));
}

function unheard(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isVoidExpression(node) && !isHarmless(node.expression)) found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

test('[guard] no promise of the server fails unheard behind "void"', () => {
  const files = SERVER.flatMap((folder) => filesBelow(`src/${folder}`)).filter((path) => path.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => unheard(path, textOf(path)))).toEqual([]);
});

test('[guard] what this looks for is found', () => {
  const text = `
    void later();
    void later().then(() => {});
    void later().then(() => {}, () => {});
    void later().catch(() => {});
    void (random() ? later() : later().catch(() => {}));
    const one = async () => void (await later());`;
  expect(unheard('example.ts', text)).toEqual(['example.ts:2', 'example.ts:3', 'example.ts:6']);
});

test('[guard] the linter looks for promises that nobody waits for', () => {
  expect(JSON.parse(textOf('.biome.json'))).toMatchObject({ linter: { rules: { nursery: { noFloatingPromises: 'error' } } } });
});
