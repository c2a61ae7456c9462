import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/* Tests must not hide unexpected faults, and must not fail because a machine is slow. */

const parse = (path: string, text = textOf(path)): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
const testFiles = filesBelow('tests')
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => parse(path));

function found(file: ts.SourceFile, isWrong: (node: ts.Node) => boolean): string[] {
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isWrong(node))
      places.push(
        `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().split('\n')[0]}`,
      );
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

/** `name`, `object.name`, `object.name.name`; nothing for computed names. */
function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  const object = ts.isPropertyAccessExpression(node) ? nameOf(node.expression) : '';
  return object && ts.isPropertyAccessExpression(node) ? `${object}.${node.name.text}` : '';
}
const isCallOf = (node: ts.Node, names: RegExp): node is ts.CallExpression =>
  ts.isCallExpression(node) && names.test(nameOf(node.expression));
const isAssignmentTo = (node: ts.Node, name: RegExp): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  name.test(nameOf(ts.isElementAccessExpression(node.left) ? node.left.expression : node.left));

/** Clears, replaces or changes the list of a browser's complaints without an expectation. */
const silences = (node: ts.Node): boolean =>
  isCallOf(node, /^complaints\.(?:splice|pop|shift|fill|copyWithin)$/) ||
  isAssignmentTo(node, /^complaints(?:\.length)?$/);
/** A pattern that matches any complaint. */
const matchesAnything = (node: ts.Node): boolean =>
  isCallOf(node, /^(?:expect|allow)ConsoleMessages$/) &&
  node.arguments.some(
    (argument) =>
      ts.isRegularExpressionLiteral(argument) &&
      new RegExp(argument.text.slice(1, argument.text.lastIndexOf('/'))).test(
        'http://127.0.0.1:1/zh: of something else (http://127.0.0.1:1/x)',
      ),
  );

test('[guard] browser complaints are expected by name, never silenced', () => {
  expect(
    testFiles.flatMap((file) => found(file, (node) => silences(node) || matchesAnything(node))),
  ).toEqual([]);
});

test('[guard] silenced complaints are found in every form', () => {
  for (const text of [
    'complaints.length = 0',
    'complaints.splice(0)',
    'complaints = []',
    'complaints[0] = ""',
    'await expectConsoleMessages(complaints, /.*/)',
    'allowConsoleMessages(complaints, /status of 404/, /http/)',
  ]) {
    expect(
      found(parse('x.test.ts', text), (node) => silences(node) || matchesAnything(node)),
      text,
    ).toHaveLength(1);
  }
  for (const text of [
    'await expectConsoleMessages(complaints, /status of 404 .*\\/api\\/v1\\/post/)',
    'expect(complaints).toEqual([])',
    'complaints.some((one) => one.length === 0)',
  ]) {
    expect(
      found(parse('x.test.ts', text), (node) => silences(node) || matchesAnything(node)),
      text,
    ).toEqual([]);
  }
});

const CLOCK = /^(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?|process\.uptime)$/;

/** Measures time: reads a clock that the test can't set, or judges such a reading. */
function measures(file: ts.SourceFile): (node: ts.Node) => boolean {
  const readings = new Set<string>();
  const note = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isCallOf(node.initializer, CLOCK))
      readings.add(node.name.getText());
    ts.forEachChild(node, note);
  };
  note(file);
  const isReading = (node: ts.Node): boolean =>
    isCallOf(node, CLOCK) || (ts.isIdentifier(node) && readings.has(node.text));
  const isDifference = (node: ts.Node): boolean =>
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.MinusToken &&
    (ts.isBinaryExpression(node.right) ? isReading(node.right.left) : isReading(node.right));
  return (node) =>
    isDifference(node) ||
    (isCallOf(node, /^expect$/) && node.arguments[0] !== undefined && isReading(node.arguments[0]));
}

test('[guard] no test asserts how long something takes: machines that run tests are slow', () => {
  expect(testFiles.flatMap((file) => found(file, measures(file)))).toEqual([]);
});

test('[guard] measured time is found, times that a test passes in are not', () => {
  const wrong = (text: string) => {
    const file = parse('x.test.ts', text);
    return found(file, measures(file)).length;
  };
  expect(
    wrong(
      'const began = performance.now(); act(); const took = performance.now() - began; expect(took).toBeLessThan(5)',
    ),
  ).toBe(1);
  expect(wrong('expect(cookie.expires - Date.now()).toBeGreaterThan(60)')).toBe(1);
  expect(wrong('const a = Date.now(); const b = Date.now(); expect(b - a).toBeLessThan(5)')).toBe(
    1,
  );
  expect(
    wrong(
      'const began = Date.now(); act(); const ended = Date.now(); expect(ended).toBeLessThan(began + 5_000)',
    ),
  ).toBe(1);
  expect(wrong('expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(60)')).toBe(1);
  expect(wrong('expect(await status(new Date(Date.now() - 1_000))).toBe(401)')).toBe(0);
  expect(
    wrong(
      'const soon = new Date(Date.now() + 60_000); const before = new Date(Date.now() - DAY); say(Date.now())',
    ),
  ).toBe(0);
  expect(wrong('const before = Date.now(); expect(at).toBeGreaterThanOrEqual(before)')).toBe(0);
});

/** Methods of a page or a locator that read its current state. */
const READS =
  /\.(?:getAttribute|textContent|inner(?:Text|HTML)|inputValue|is(?:Visible|Hidden|Checked|Disabled|Enabled|Editable)|count|all(?:TextContents|InnerTexts)|evaluate(?:All)?|boundingBox|title)$/;
/** Of these, the methods that don't wait for an element. */
const LIST_READS = /\.(?:count|all(?:TextContents|InnerTexts)|evaluateAll)$/;
const isReadBy = (methods: RegExp) => (node: ts.Node) =>
  ts.isAwaitExpression(node) &&
  ts.isCallExpression(node.expression) &&
  methods.test(node.expression.expression.getText());
const contains = (node: ts.Node, isWanted: (node: ts.Node) => boolean): boolean =>
  isWanted(node) ||
  (ts.forEachChild(node, (child) => !ts.isFunctionLike(child) && contains(child, isWanted)) ??
    false);
/** Whether a name is a list that was read from a page once. */
const isListRead = (name: string) => (node: ts.Node) =>
  ts.isVariableDeclaration(node) &&
  nameOf(node.name) === name &&
  node.initializer !== undefined &&
  contains(node.initializer, isReadBy(LIST_READS));
const blockOf = (node: ts.Node): ts.Node =>
  ts.isBlock(node) || ts.isSourceFile(node) ? node : blockOf(node.parent);
/** A list that was read once. */
const isReadList = (node: ts.Node): boolean =>
  ts.isIdentifier(node) &&
  !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
  contains(blockOf(node), isListRead(node.text));
/** Expects something of a single read of a page, which may still change. */
const readsOnce = (node: ts.Node): boolean =>
  isCallOf(node, /^expect$/) &&
  node.arguments[0] !== undefined &&
  contains(node.arguments[0], (part) => isReadBy(READS)(part) || isReadList(part));

test('[guard] page content is polled by expectSoon, not read once after an action', () => {
  const browserTests = testFiles.filter(({ fileName }) => fileName.startsWith('tests/browser/'));
  expect(browserTests.flatMap((file) => found(file, readsOnce))).toEqual([]);
});

test('[guard] one reading of a page is seen in each form', () => {
  const count = (text: string) => found(parse('x.test.ts', text), readsOnce).length;
  expect(count("expect(await page.getByRole('row').count()).toBe(3)")).toBe(1);
  expect(count('expect([(await box.boundingBox())?.x, 1]).toEqual([0, 1])')).toBe(1);
  expect(count('expect(await page.evaluate(() => scrollY), name).toBe(0)')).toBe(1);
  expect(count('const all = await rows.allInnerTexts(); expect(all.length).toBe(3)')).toBe(1);
  expect(count('const all = await rows.count(); await more.click(); expect(3).toBe(all)')).toBe(0);
  expect(count('await expectSoon(() => rows.count()).toBe(3)')).toBe(0);
  expect(count('await expectSoon(async () => (await box.boundingBox())?.x).toBe(3)')).toBe(0);
  expect(count('expect(await readDraft(page)).toBe(3)')).toBe(0);
});
