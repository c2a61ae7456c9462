import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow, programOf, programOfText, root, SERVER_FOLDERS, textOf } from './sources.ts';

/*
 * On the server nothing is left to fail unheard. A promise that nobody waits for is a finding of
 * the linter, unless `void` stands in front of it; and a promise behind `void` ends with a handler
 * of its failure, or comes from a function whose doc comment says that it never throws.
 */

const isPromise = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  checker.getPropertyOfType(checker.getNonNullableType(checker.getTypeAtLocation(node)), 'then') !==
  undefined;

/** `….catch(handler)`, `….then(handler, handler)`, or a call of what never throws. */
function isHarmless(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isHarmless(checker, node.expression);
  // also `void (await …)`: its failure is that of the function around it
  if (!isPromise(checker, node)) return true;
  if (ts.isConditionalExpression(node))
    return isHarmless(checker, node.whenTrue) && isHarmless(checker, node.whenFalse);
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (
    ts.isPropertyAccessExpression(called) &&
    (called.name.text === 'catch' || (called.name.text === 'then' && node.arguments.length === 2))
  )
    return true;
  const symbol = checker.getSymbolAtLocation(called);
  const imported =
    symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const documentation = imported?.getDocumentationComment(checker) ?? [];
  return /\bnever throws\b/i.test(ts.displayPartsToString(documentation));
}

function unheard(program: ts.Program, path: string): string[] {
  const source = program.getSourceFile(path);
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (source && ts.isVoidExpression(node) && !isHarmless(checker, node.expression))
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, look);
  };
  if (source) look(source);
  return found;
}

test('[guard] no promise of the server fails unheard behind "void"', () => {
  const files = SERVER_FOLDERS.flatMap((folder) => filesBelow(`src/${folder}`)).filter((path) =>
    path.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  const program = programOf(files.map((path) => join(root, path)));
  expect(files.flatMap((path) => unheard(program, join(root, path)))).toEqual([]);
}, 180_000); // it reads all types that the server uses

test('[guard] what this looks for is found', () => {
  const path = join(import.meta.dirname, 'promises.example.ts');
  const text = `
    declare const later: () => Promise<void>;
    /** Does it later. Never throws. */
    declare const surely: () => Promise<void>;
    declare const now: () => number;
    void later();
    void later().then(() => {});
    void later().then(() => {}, () => {});
    void later().catch(() => {});
    void (now() ? later() : later().catch(() => {}));
    void surely();
    void now();
    export const one = async () => void (await later());`;
  const program = programOfText(path, text);
  expect(unheard(program, path).map((line) => line.replace(/^.*:/, ''))).toEqual(['6', '7', '10']);
});

test('[guard] the linter looks for promises that nobody waits for', () => {
  expect(JSON.parse(textOf('.biome.json'))).toMatchObject({
    linter: { rules: { nursery: { noFloatingPromises: 'error' } } },
  });
});
