import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeFiles, textOf } from './sources.ts';

const COLUMNS = 100;
const MAX_LINES = 400;
/** Nine of ten files have at most this many lines. */
const USUAL_LINES = 250;

const linesOf = (path: string): number => textOf(path).split('\n').length - 1;
const columns = (line: string): number => [...line].length;

/** SQL and other tagged template literals count as code. */
const isSql = (node: ts.Node): boolean =>
  (ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText() === 'sql') ||
  /^`\n\s*(?:with|select|insert into|update|delete from)\b/.test(node.getText());

type Range = readonly [from: number, to: number];

/** Positions of a file's texts, which the formatter can't break. Expressions in them are code. */
function textRanges(file: ts.SourceFile): Range[] {
  const ranges: Range[] = [];
  const visit = (node: ts.Node): void => {
    const isTemplate = ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
    if (isTemplate && isSql(node)) {
      for (const { expression } of ts.isTemplateExpression(node) ? node.templateSpans : []) {
        visit(expression);
      }
      return;
    }
    const isText =
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node);
    if (isText) ranges.push([ts.isJsxText(node) ? node.pos : node.getStart() + 1, node.end - 1]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return ranges;
}

/** A file without its texts; lines are retained. */
function withoutTexts(path: string, text: string): string {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  let rest = '';
  let at = 0;
  for (const [from, to] of textRanges(file)) {
    rest += text.slice(at, from) + text.slice(from, to).replace(/[^\n]/g, '');
    at = Math.max(at, to);
  }
  return rest + text.slice(at);
}

/** Markup and styles without text in double quotes. */
const withoutValues = (text: string): string => text.replace(/"[^"\n]*"/g, '""');

/** A file without its texts; of an Astro file the frontmatter is TypeScript. */
function judgedText(path: string, text: string): string {
  if (/\.[cm]?[jt]sx?$/.test(path)) return withoutTexts(path, text);
  const [front = ''] = (path.endsWith('.astro') && /^---\n[\s\S]*?\n---\n/.exec(text)) || [];
  const script = withoutTexts(`${path}.ts`, front.replace(/^---|---\n$/g, ''));
  return (front && `---${script}---\n`) + withoutValues(text.slice(front.length));
}

/** Lines that are too long, not counting texts and addresses, which have no spaces. */
function longLines(path: string, text: string): string[] {
  if (!text.split('\n').some((line) => columns(line) > COLUMNS)) return [];
  return judgedText(path, text)
    .split('\n')
    .map((line) => line.replace(/\S{60,}/g, ''))
    .flatMap((line, index) => (columns(line) > COLUMNS ? [`${path}:${index + 1}`] : []));
}

test(`[guard] no line has more than ${COLUMNS} columns but for texts and addresses`, () => {
  expect(codeFiles().flatMap((path) => longLines(path, textOf(path)))).toEqual([]);
});

test('[guard] a long line is found in code, in a comment and in SQL, not in a text', () => {
  const long = 'one '.repeat(40).trim();
  expect(longLines('a.ts', `const a = '${long}';\nconst b = \`${long}\`;\n`)).toEqual([]);
  expect(longLines('a.ts', `const a = [${long.replaceAll(' ', ', ')}];\n`)).toEqual(['a.ts:1']);
  expect(longLines('a.ts', `\n// ${long}\n`)).toEqual(['a.ts:2']);
  expect(longLines('a.ts', `const a = \`\n  select ${long}\`;\n`)).toEqual(['a.ts:2']);
  expect(longLines('a.ts', `await run(sql\`update ${long}\`);\n`)).toEqual(['a.ts:1']);
  expect(longLines('a.ts', `const a = \`${long} \${${long.replaceAll(' ', '.')}}\`;\n`)).toEqual(
    [],
  );
  expect(longLines('a.css', `/* ${long} */\n`)).toEqual(['a.css:1']);
  expect(longLines('a.astro', `---\nconst a = '${long}';\n---\n\n<path d="${long}" />\n`)).toEqual(
    [],
  );
  expect(longLines('a.astro', `---\nconst a = 1; // ${long}\n---\n<p>${long}</p>\n`)).toEqual([
    'a.astro:2',
    'a.astro:4',
  ]);
  expect(longLines('a.astro', `<p>\n  {t(${long.replaceAll(' ', ', ')})}</p>\n`)).toEqual([
    'a.astro:2',
  ]);
  expect(longLines('a.css', `/* https://example.org/${'x'.repeat(90)} */\n`)).toEqual([]);
});

test(`[guard] no source file is longer than ${MAX_LINES} lines, and few than ${USUAL_LINES}`, () => {
  const files = codeFiles().map((path) => ({ path, lines: linesOf(path) }));
  expect(files.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
  const long = files.filter(({ lines }) => lines > USUAL_LINES);
  expect(long.length).toBeLessThanOrEqual(files.length / 10);
});
