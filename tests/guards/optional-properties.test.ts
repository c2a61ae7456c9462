import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeFiles, textOf } from './sources.ts';

/*
 * An optional property that nothing sets was probably renamed at one end; TypeScript doesn't report
 * that. The check compares names only, so another property of the same name hides a finding.
 * Spreads aren't followed, and properties that only tests set count as set.
 */

/** Set by libraries, browsers and PostgreSQL, whose types these describe in part. */
const SET_BY_OTHERS = new Set(
  [
    'src/api/http/health-check.ts unref',
    'src/api/http/json-limits.ts shape innerType checks maximum',
    'src/contracts/slots.ts data-slot',
    'src/db/embedded/start-postgres.ts unref',
    'src/domain/message/parse.ts [DEPTH]',
    'src/islands/composer/RichEditor.tsx shiftKey',
    'src/client/captcha/yidun.ts initNECaptcha',
  ].flatMap((line) => {
    const [path, ...names] = line.split(' ');
    return names.map((name) => `${path}: ${name}`);
  }),
);

const nameOf = (name: ts.PropertyName | ts.JsxAttributeName): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();

const isAssignment = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The name that a node sets, if any. */
function nameSetBy(node: ts.Node): string | undefined {
  if (
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isJsxAttribute(node)
  )
    return nameOf(node.name);
  if (ts.isBinaryExpression(node) && isAssignment(node) && ts.isPropertyAccessExpression(node.left))
    return node.left.name.text;
  return undefined;
}

/** The optional properties that a file declares, and the names that it sets. */
function readFile(path: string, text: string): { declared: string[]; set: string[] } {
  if (path.endsWith('.astro'))
    return { declared: [], set: text.match(/[\w-]+(?=\s*[=:},])|\s[\w-]+(?=[\s/>])/g) ?? [] };
  const declared: string[] = [];
  const set: string[] = [];
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const visit = (node: ts.Node): void => {
    if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && node.questionToken)
      declared.push(nameOf(node.name));
    // columns of SQL
    else if (ts.isTemplateLiteralToken(node) || ts.isStringLiteral(node))
      set.push(...Array.from(node.text.matchAll(/ as "?(\w+)/g), ([, name = '']) => name));
    else set.push(...[nameSetBy(node) ?? []].flat());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { declared, set };
}

/** Optional properties of these files that none of them sets. */
function findUnset(files: readonly (readonly [path: string, text: string])[]): string[] {
  const read = files.map(([path, text]) => ({ path, ...readFile(path, text) }));
  const set = new Set(read.flatMap((one) => one.set.map((name) => name.trim())));
  return read
    .filter(({ path }) => path.startsWith('src/') && !path.endsWith('.d.ts'))
    .flatMap(({ path, declared }) =>
      declared.filter((name) => !set.has(name)).map((name) => `${path}: ${name}`),
    );
}

test('[guard] an optional property is set somewhere', () => {
  const files = codeFiles()
    .filter((path) => !path.endsWith('.css'))
    .map((path) => [path, textOf(path)] as const);
  expect(findUnset(files).filter((one) => !SET_BY_OTHERS.has(one))).toEqual([]);
});

test('[guard] an optional property that a callback sets by a former name is found', () => {
  const declaration = 'interface Listed { id: number; stored?: number }';
  const files = (name: string) =>
    [
      ['src/a.ts', `${declaration} const all: Listed[] = ids.map((id) => ({ id, ${name}: 1 }));`],
    ] as const;
  expect(findUnset(files('kept'))).toEqual(['src/a.ts: stored']);
  expect(findUnset(files('stored'))).toEqual([]);
});
