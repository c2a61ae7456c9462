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

/** Nodes right below one, in the order of the source. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    isNode(value) ? [value] : Array.isArray(value) ? value.filter(isNode) : [],
  );

/** What a node calls what stands in it: a constant, a property, or a function. */
function ownName(node: Node): string | undefined {
  const { id, key } = node as Node & Record<'id' | 'key', { name?: string } | null | undefined>;
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') return id?.name;
  return node.type === 'Property' ? key?.name : undefined;
}

/** A call of `statement` or `unpreparedStatement`, and the names around it. */
interface FoundCall {
  /** Where the last argument ends. */
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
 * Names each statement after its constant and file, as in `post/insert-reply: insertReply`, in what
 * GET /metrics counts and in the log of slow ones.
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

/** The plugin that does it for the server's build. */
export const nameStatements = () => ({
  name: 'forum-name-statements',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = relative(SOURCES, id);
    const isOurs = id.endsWith('.ts') && !file.startsWith('..');
    return isOurs ? nameStatementsIn(code, file) : null;
  },
});
