import { relative, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const SOURCES = new URL('../../src/', import.meta.url).pathname;
const CALL = /\b(?:unprepared)?[sS]tatement\b/;

interface Node {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Direct children in source order. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    isNode(value) ? [value] : Array.isArray(value) ? value.filter(isNode) : [],
  );

/** The name of a constant, property or function node. */
function ownName(node: Node): string | undefined {
  const { id, key } = node as Node & Record<'id' | 'key', { name?: string } | null | undefined>;
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') return id?.name;
  return node.type === 'Property' ? key?.name : undefined;
}

/** A call of `statement` or `unpreparedStatement`, and the names around it. */
interface FoundCall {
  /** End of the last argument. */
  at: number;
  names: readonly string[];
}

function* findCalls(node: Node, names: readonly string[]): Generator<FoundCall> {
  const name = ownName(node);
  const inner = name === undefined ? names : [...names, name];
  if (node.type === 'CallExpression') {
    const { callee, arguments: args } = node as Node & {
      callee: { name?: string };
      arguments: Node[];
    };
    const last = args.at(-1);
    if (last && args.length === 1 && /^(?:unpreparedS|s)tatement$/.test(callee.name ?? ''))
      yield { at: last.end, names: inner };
  }
  for (const child of childrenOf(node)) yield* findCalls(child, inner);
}

/**
 * Names each statement by file and constant (`post/insert-reply: insertReply`) for metrics and
 * logs.
 */
export function nameStatementsIn(code: string, file: string): string {
  if (!CALL.test(code)) return code;
  const place = file
    .split(sep)
    .join('/')
    .replace(/^domain\//, '')
    .replace(/\.ts$/, '');
  let named = code;
  const calls = [...findCalls(parseAst(code, { lang: 'ts' }) as unknown as Node, [])];
  for (const { at, names } of calls.reverse())
    named = `${named.slice(0, at)}, ${JSON.stringify(`${place}: ${names.join('.')}`)}${named.slice(at)}`;
  return named;
}

export const nameStatements = () => ({
  name: 'forum-name-statements',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = relative(SOURCES, id);
    const isOurs = id.endsWith('.ts') && !file.startsWith('..');
    return isOurs ? nameStatementsIn(code, file) : null;
  },
});
