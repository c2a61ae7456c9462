import { createHash } from 'node:crypto';
import ts from 'typescript';
import { applyEdit, type Edit, type Mutant } from './mutant.ts';
import { findSqlEdits } from './mutate-sql.ts';

/* The mutants of a source file, except in types, comments and log texts. */

const SWAPPED_OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
};
const LIMIT_NAME =
  /(?:^|_)(?:MAX|MIN|LIMIT|MS|SECONDS|MINUTES|HOURS|DAYS|PER|CHARACTERS|BYTES|SIZE|ATTEMPTS|TRIES)(?:_|$)/;
const RIGHTS_CHECK = /^(?:require|refuse|assert|forbid)[A-Z]/;
const INVALIDATION = /^(?:invalidate|touch|announce|takeDown|addRemoval|purge)/;
const REFUSED = /\bnew AppError\('(?:unauthenticated|forbidden|banned|loginAgain|notFound|closed)'/;
/** Characters of `before` and `after` in the results. */
const MAX_SHOWN = 160;

/** The called name: c of `a.b.c()`. */
function calleeName(node: ts.Node): string {
  const bare = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(bare)) return '';
  const { expression } = bare;
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

/** `log.warn(…)`, `new Error(…)`: texts without effect on behaviour. */
function isMessage(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText());
  return (
    ts.isCallExpression(node) && /(?:^|\.)(?:log|logger|console)\./.test(node.expression.getText())
  );
}

const isSkipped = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  (ts.canHaveModifiers(node) &&
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true) ||
  isMessage(node);

const replace = (kind: Edit['kind'], node: ts.Node, replacement: string): Edit => ({
  kind,
  start: node.getStart(),
  end: node.end,
  replacement,
});
const negate = (node: ts.Expression) => replace('condition', node, `!(${node.getText()})`);

/** Edits of an SQL string. */
function sqlEdits(node: ts.Node): Edit[] {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return [];
  const start = node.getStart() + 1;
  let content = node.getText().slice(1, -1);
  if (ts.isTemplateExpression(node))
    for (const { expression, literal } of node.templateSpans) {
      const from = expression.pos - '${'.length - start;
      const to = literal.getStart() + '}'.length - start;
      content = content.slice(0, from) + 'Z'.repeat(to - from) + content.slice(to);
    }
  return findSqlEdits(content).map((edit) => ({
    ...edit,
    start: edit.start + start,
    end: edit.end + start,
  }));
}

function conditionEdits(node: ts.Node): Edit[] {
  if (ts.isIfStatement(node)) return [negate(node.expression)];
  if (ts.isConditionalExpression(node)) return [negate(node.condition)];
  if (!ts.isBinaryExpression(node)) return [];
  const swapped = SWAPPED_OPERATORS[node.operatorToken.kind];
  return swapped ? [replace('condition', node.operatorToken, swapped)] : [];
}

const removeAwait = (node: ts.Expression | undefined): Edit[] =>
  node && ts.isAwaitExpression(node)
    ? [{ kind: 'await', start: node.getStart(), end: node.expression.getStart(), replacement: '' }]
    : [];

/** Deletions of whole statements. */
function statementEdits(node: ts.Node): Edit[] {
  if (ts.isReturnStatement(node)) return removeAwait(node.expression);
  if (ts.isIfStatement(node) && !node.elseStatement)
    return REFUSED.test(node.thenStatement.getText()) ? [replace('right', node, ';')] : [];
  if (!ts.isExpressionStatement(node)) return [];
  const name = calleeName(node.expression);
  const edits = removeAwait(node.expression);
  if (RIGHTS_CHECK.test(name)) edits.push(replace('right', node, ';'));
  if (INVALIDATION.test(name)) edits.push(replace('invalidation', node, ';'));
  if (/^lock[A-Z]/.test(name)) edits.push(replace('lock', node, ';'));
  return edits;
}

function callEdits(node: ts.Node): Edit[] {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'right')
    return [replace('right', node.initializer, 'undefined')];
  if (!ts.isCallExpression(node)) return [];
  const name = calleeName(node);
  const [first] = node.arguments;
  if (/^escape[A-Z]/.test(name) && first) return [replace('escape', node, `(${first.getText()})`)];
  if (/^may[A-Z]/.test(name) && node.arguments.length > 0) return [replace('right', node, 'true')];
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: subject } = node.expression;
  const isClause = name === 'add' && /where|conditions|filter/i.test(subject.getText());
  if (isClause && first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)))
    return [replace('sql', node, subject.getText())];
  return name === 'max' && subject.getText().startsWith('z.')
    ? [replace('limit', node, subject.getText())]
    : [];
}

/** Doubled limits, and rights for everybody. */
function tableEdits(node: ts.Node): Edit[] {
  if (ts.isVariableDeclaration(node) && node.initializer && LIMIT_NAME.test(node.name.getText())) {
    const isNumber = /^[\d_.*+ ]+$/.test(node.initializer.getText());
    return isNumber
      ? [replace('limit', node.initializer, `(${node.initializer.getText()}) * 2`)]
      : [];
  }
  if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return [];
  const isRight =
    /Rule\b/.test(node.initializer.getText()) && node.initializer.getText() !== 'visitorRule';
  return isRight ? [replace('right', node.initializer, 'visitorRule')] : [];
}

const isTag = (node: ts.Node): boolean =>
  /^(?:\.\.\.)?(?:cacheTag\.|toInvalidations\()/.test(node.getText());

/** Omits one of several tags. */
function tagEdits(node: ts.Node): Edit[] {
  if (!ts.isArrayLiteralExpression(node) && !ts.isCallExpression(node)) return [];
  const items = ts.isArrayLiteralExpression(node) ? node.elements : node.arguments;
  if (items.length < 2) return [];
  return items.flatMap((item, index): Edit[] => {
    if (!isTag(item)) return [];
    const next = items[index + 1];
    const start = next ? item.getStart() : (items[index - 1] as ts.Node).end;
    return [
      { kind: 'invalidation', start, end: next ? next.getStart() : item.end, replacement: '' },
    ];
  });
}

const EDITS = [sqlEdits, conditionEdits, statementEdits, callEdits, tableEdits, tagEdits];

/** Text that identifies the position: the statement, or an `if`'s condition. */
function contextText(node: ts.Node): string {
  let place = node;
  while (
    place.parent &&
    !ts.isStatement(place) &&
    !ts.isPropertyAssignment(place) &&
    !ts.isSourceFile(place.parent)
  )
    place = place.parent;
  return ts.isIfStatement(place) && place !== node
    ? place.expression.getText()
    : place.getText().replace(/\s+/g, ' ');
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
const shown = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);

export function parseSource(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** Whether a text parses as TypeScript. */
export function canParse(file: string, text: string): boolean {
  const { diagnostics } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext },
  });
  return (diagnostics ?? []).length === 0;
}

/** All mutants of a file; some don't parse (`canParse`). */
export function findMutants(file: string, text: string): Mutant[] {
  const source = parseSource(file, text);
  const mutants: Mutant[] = [];
  const timesSeen = new Map<string, number>();
  const add = (node: ts.Node, edit: Edit): void => {
    const name = `${file}#${edit.kind}-${hash(contextText(node))}`;
    const times = (timesSeen.get(name) ?? 0) + 1;
    timesSeen.set(name, times);
    // an operator or `await` needs its context
    const isWord =
      edit.kind === 'await' || (edit.kind === 'condition' && ts.isBinaryExpression(node));
    const [from, to] = isWord ? [node.getStart(), node.end] : [edit.start, edit.end];
    const before = text.slice(from, to);
    const inside = { ...edit, start: edit.start - from, end: edit.end - from };
    mutants.push({
      ...edit,
      id: times === 1 ? name : `${name}-${times}`,
      file,
      line: source.getLineAndCharacterOfPosition(edit.start).line + 1,
      before: shown(before),
      after: shown(applyEdit(before, inside)),
    });
  };
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    for (const find of EDITS) for (const edit of find(node)) add(node, edit);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}
