import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

/** Codes of the requirements: the rows of the table in tests/README.md. */
const rows = [...textOf('tests/README.md').matchAll(/^\| (R\d+) \| \S/gm)].map(
  (match) => match[1] as string,
);

interface Title {
  text: string;
  place: string;
  suites: string[];
}

/** Titles of tests and of their suites; computed parts become `…`. */
function titlesOf(path: string): Title[] {
  const file = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  const found: Title[] = [];
  const nameOf = (expression: ts.Expression): string | undefined => {
    if (ts.isIdentifier(expression)) return expression.text;
    if (ts.isPropertyAccessExpression(expression)) return nameOf(expression.expression);
    // test.each(…)(title)
    if (ts.isCallExpression(expression)) return nameOf(expression.expression);
    return ts.isTaggedTemplateExpression(expression) ? nameOf(expression.tag) : undefined;
  };
  const textIn = (node: ts.Node | undefined): string | undefined => {
    if (!node) return undefined;
    if (ts.isStringLiteralLike(node)) return node.text;
    return ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')
      : undefined;
  };
  const visit = (node: ts.Node, suites: string[]): void => {
    let inside = suites;
    if (ts.isCallExpression(node)) {
      const name = nameOf(node.expression);
      const text = textIn(node.arguments[0]);
      // the `test.each(…)` of test.each(…)(title)
      const isSubject = ts.isCallExpression(node.parent) && node.parent.expression === node;
      if (text !== undefined && !isSubject) {
        if (name === 'describe') inside = [...suites, text];
        else if ((name === 'test' || name === 'it') && node.arguments.length > 1)
          found.push({
            text,
            place: `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
            suites,
          });
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, []);
  return found;
}

const all = filesBelow('tests')
  .filter((path) => /\.test\.tsx?$/.test(path))
  .flatMap(titlesOf);

test('[guard] a test’s title, or its suite’s, begins with the requirement that it shows, or says that it is a guard, of one unit or of operating the forum', () => {
  const mark = /^(?:\[(?:R\d+(?:, ?R\d+)*|guard|unit|ops)\] ?)+\S/;
  expect(
    all
      .filter(({ text, suites }) => ![...suites, text].some((one) => mark.test(one)))
      .map(({ place, text }) => `${place}: ${text}`),
  ).toEqual([]);
});

/** The requirements that a title or its suites name. */
const codesOf = ({ text, suites }: Title): string[] =>
  [...suites, text].flatMap((title) =>
    [...title.matchAll(/\[([^\]]*)\]/g)]
      .flatMap((match) => (match[1] as string).split(/, ?/))
      .filter((code) => /^R\d+$/.test(code)),
  );

test('[guard] titles name requirements that tests/README.md lists', () => {
  const unknown = all.flatMap((title) =>
    codesOf(title)
      .filter((code) => !rows.includes(code))
      .map((code) => `${title.place}: ${code}`),
  );
  expect(unknown).toEqual([]);
});

test('[guard] tests/README.md lists each requirement once, in order, and a test carries each', () => {
  expect(rows.length).toBeGreaterThan(0);
  const numbers = rows.map((row) => Number(row.slice(1)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const carried = new Set(all.flatMap(codesOf));
  expect(rows.filter((row) => !carried.has(row))).toEqual([]);
});

test('[guard] no test is skipped, retried, run alone or put to sleep', () => {
  const hidden = new RegExp(
    [
      '\\b(test|it|describe)\\.(skip|only|todo|fails)\\b',
      'waitFor' + 'Timeout',
      '\\bretry: *[1-9]',
      'networkidle' + '(?!.*never)',
    ].join('|'),
  );
  const found = filesBelow('tests')
    .filter((path) => /\.tsx?$/.test(path) && path !== 'tests/guards/titles.test.ts')
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, index) =>
          hidden.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});
