import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow, programOf, programOfText, root, SERVER_FOLDERS, textOf } from './sources.ts';

/* Guards that need types. Reading all types takes seconds, so they share one program. */

/** Code that runs on the server, and code that draws users' texts. */
const FOLDERS = [
  ...SERVER_FOLDERS,
  ...['contracts', 'i18n', 'views', 'client/messages'],
  ...['islands/composer', 'islands/messages', 'islands/page', 'islands/search', 'islands/thread'],
];

/** Lookups by our own names, never by users' texts. */
const NAMES_ARE_OURS = new Set([
  'src/api/http/json-limits.ts: (value as Record<string, unknown>)[name]', // of a schema
  'src/captcha/yidun.ts: parameters[name]', // of its own keys
  'src/db/named-parameters.ts: (params as Params)[name]', // of a statement
  'src/db/pick-columns.ts: (row as Record<string, unknown>)[prefix + name]', // of columns
  'src/domain/config/save.ts: value[field]', // of the entry's fields
  'src/i18n/translator.ts: values[field]', // of its own keys
  'src/islands/composer/plain/PictureThumbs.tsx: uploads[upload]', // of our numbers
  'src/islands/composer/plain/PlainEditor.tsx: uploads[one.upload]',
  'src/islands/composer/rich/EmojiPicker.tsx: steps[event.key]', // of a keyboard
  'src/islands/composer/rich/preserved-attributes.ts: attributes[name]', // of our attributes
  'src/islands/composer/rich/ImageView.tsx: uploads[id]', // of our numbers
  'src/islands/composer/rich/picture-node.ts: $uploads.get()[id]',
  'src/outbox/notify-listener.ts: channelHandlers[channel]', // of PostgreSQL
  'src/views/site.ts: localStorage[name]', // of our preferences
  "src/views/site.ts: { '/': '[type=search]', g: '[data-act=go] input' }[key]",
]);

/** Types with arbitrary property names. */
function isAnyString(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => flags & ts.TypeFlags.String);
}

function isAskedFirst(node: ts.Node, object: ts.Expression): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike);
  return around?.getText().includes(`Object.hasOwn(${object.getText()}, `) ?? false;
}

/** Index expressions with any string, as "path: expression". */
function findLookups(program: ts.Program, path: string, name: string): string[] {
  const source = program.getSourceFile(path);
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (
      ts.isElementAccessExpression(node) &&
      isAnyString(checker.getTypeAtLocation(node.argumentExpression)) &&
      !isAskedFirst(node, node.expression)
    )
      found.push(`${name}: ${node.getText().replace(/\s+/g, ' ')}`);
    ts.forEachChild(node, look);
  };
  if (source) look(source);
  return found;
}

const files = FOLDERS.flatMap((folder) => filesBelow(`src/${folder}`)).filter((path) =>
  /\.tsx?$/.test(path),
);
const program = programOf(files.map((path) => join(root, path)));

/* Objects inherit properties, so users' words need a Map, or `Object.hasOwn` before a lookup. */

test('[guard] words of others are looked up in maps, not among the properties of an object', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = new Set(files.flatMap((path) => findLookups(program, join(root, path), path)));
  expect([...found].filter((one) => !NAMES_ARE_OURS.has(one))).toEqual([]);
  expect([...NAMES_ARE_OURS].filter((one) => !found.has(one))).toEqual([]);
});

test('[guard] a lookup by any word is found', () => {
  const path = join(import.meta.dirname, 'lookups.example.ts');
  const text = `
    declare const word: string;
    declare const choice: 'a' | 'b';
    const table: Record<string, number> = { a: 1, b: 2 };
    export const found = [table[word], { a: 1 }[word as string]];
    export const chosen = table[choice];
    export const listed = [1, 2][0];
    export const mapped = new Map(Object.entries(table)).get(word);
    export const asked = () => (Object.hasOwn(table, word) ? table[word] : undefined);`;
  expect(findLookups(programOfText(path, text), path, 'x')).toEqual([
    'x: table[word]',
    'x: { a: 1 }[word as string]',
  ]);
});

/*
 * The server handles every failure. The linter reports promises without `await`, unless `void`
 * precedes them. A promise after `void` needs a failure handler, or a function whose doc comment
 * says that it never throws.
 */

const isPromise = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  checker.getPropertyOfType(checker.getNonNullableType(checker.getTypeAtLocation(node)), 'then') !==
  undefined;

/** `….catch(handler)`, `….then(handler, handler)`, or a call of a function that never throws. */
function isHarmless(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isHarmless(checker, node.expression);
  // also `void (await …)`: its failure is that of the surrounding function
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
  const onServer = files.filter((path) =>
    SERVER_FOLDERS.some((folder) => path.startsWith(`src/${folder}/`)),
  );
  expect(onServer.length).toBeGreaterThan(100);
  expect(onServer.flatMap((path) => unheard(program, join(root, path)))).toEqual([]);
});

test('[guard] a promise behind "void" without a handler is found', () => {
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
  expect(unheard(programOfText(path, text), path).map((line) => line.replace(/^.*:/, ''))).toEqual([
    '6',
    '7',
    '10',
  ]);
});

test('[guard] the linter finds floating promises', () => {
  expect(JSON.parse(textOf('.biome.json'))).toMatchObject({
    linter: { rules: { nursery: { noFloatingPromises: 'error' } } },
  });
});
