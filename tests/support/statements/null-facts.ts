import type { Catalog } from './catalog.ts';
import { isNode, membersOf, type Node, nodeAt, nodesOf } from './node-tree.ts';
import { COMMAND } from './query-shapes.ts';

/** A query and the query around it. */
export interface Scope {
  query: Node;
  outer: Scope | undefined;
  /** Distinguishes the scopes of a statement. */
  id: number;
}

/**
 * Facts that hold where an expression is evaluated: columns and parameters that aren't null, and
 * outer joins that found a row.
 */
export type Facts = ReadonlySet<string>;

export const varKey = (scope: Scope, node: Node): string =>
  `${scope.id} column ${node.varno}.${node.varattno}`;
export const joinKey = (scope: Scope, join: string): string => `${scope.id} join ${join}`;
export const paramKey = (node: Node): string => `parameter ${node.paramid}`;

/** The same for equal CASE and COALESCE expressions of a scope. */
export const caseKey = (scope: Scope, node: Node): string =>
  `${scope.id} ${JSON.stringify(node, (field, value: unknown) => (field === 'location' ? '' : value))}`;

export const NO_FACTS: Facts = new Set();
export const both = (...facts: Facts[]): Facts => new Set(facts.flatMap((one) => [...one]));
const common = ([first = NO_FACTS, ...others]: Facts[]): Facts =>
  new Set([...first].filter((fact) => others.every((other) => other.has(fact))));

/** The scope of a column that may belong to a query further out. */
export function scopeOf(scope: Scope, levels: string): Scope {
  let found = scope;
  for (let level = 0; level < Number(levels); level++) found = found.outer as Scope;
  return found;
}

export const rteOf = ({ query }: Scope, index: string): Node =>
  nodesOf(query.rtable)[Number(index) - 1] as Node;

/** Kinds of entries of a query's range table. */
export const RTE = {
  relation: '0',
  subquery: '1',
  join: '2',
  function: '3',
  values: '5',
  cte: '6',
  group: '9',
} as const;

/** Casts that return null for null only. */
export const isWrapper = ({ tag }: Node): boolean =>
  /^(?:RELABELTYPE|COERCEVIAIO|ARRAYCOERCEEXPR|COLLATEEXPR|COERCETODOMAIN|NAMEDARGEXPR)$/.test(tag);

export class FactFinder {
  readonly #catalog: Catalog;
  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Facts of a row for which the expression isn't null. */
  notNull(node: Node, scope: Scope): Facts {
    const all = (args: Node[]) => both(...args.map((arg) => this.notNull(arg, scope)));
    if (node.tag === 'VAR') return this.#columnNotNull(node, scope);
    if (node.tag === 'PARAM') return new Set([paramKey(node)]);
    if (isWrapper(node)) return this.notNull(node.arg as Node, scope);
    if (/^(?:CASE|COALESCE)EXPR$/.test(node.tag)) return new Set([caseKey(scope, node)]);
    if (node.tag === 'SUBSCRIPTINGREF') return this.notNull(node.refexpr as Node, scope);
    const called = node.tag === 'FUNCEXPR' ? node.funcid : node.opfuncid;
    if (typeof called !== 'string' || !this.#catalog.functions.get(called)?.isStrict)
      return NO_FACTS;
    const args = nodesOf(node.args);
    return /^(?:OPEXPR|FUNCEXPR)$/.test(node.tag) ? all(args) : NO_FACTS;
  }

  #columnNotNull(node: Node, scope: Scope): Facts {
    const own = scopeOf(scope, node.varlevelsup as string);
    const rte = rteOf(own, node.varno as string);
    const behind = { [RTE.join]: rte.joinaliasvars, [RTE.group]: rte.groupexprs }[
      rte.rtekind as string
    ];
    const alias = nodeAt(behind, Number(node.varattno) - 1);
    return new Set([
      varKey(own, node),
      ...membersOf(node.varnullingrels).map((join) => joinKey(own, join)),
      ...(alias ? this.notNull(alias, own) : []),
    ]);
  }

  /** Facts of a row for which the condition is true (`value`) or false. */
  is(value: boolean, node: Node, scope: Scope): Facts {
    const args = nodesOf(node.args).map((arg) => () => this.is(value, arg, scope));
    const run = (ways: (() => Facts)[]) => ways.map((way) => way());
    switch (node.tag) {
      case 'BOOLEXPR':
        if (node.boolop === 'not') return this.is(!value, nodesOf(node.args)[0] as Node, scope);
        return (node.boolop === 'and') === value ? both(...run(args)) : common(run(args));
      case 'NULLTEST':
        return (node.nulltesttype === '1') === value
          ? this.notNull(node.arg as Node, scope)
          : NO_FACTS;
      case 'BOOLEANTEST':
        if (!value) return NO_FACTS;
        if (node.booltesttype === '0') return this.is(true, node.arg as Node, scope);
        return node.booltesttype === '2' ? this.is(false, node.arg as Node, scope) : NO_FACTS;
      case 'SUBLINK': {
        const test = node.testexpr;
        const compared = isNode(test) ? nodesOf(test.args)[0] : undefined;
        const isAny = node.subLinkType === '2' && value && isNode(test) && test.tag === 'OPEXPR';
        return isAny && compared ? this.notNull(compared, scope) : NO_FACTS;
      }
      case 'SCALARARRAYOPEXPR':
        // An empty array has no true comparison, but false and null ones.
        return value && node.useOr === 'true'
          ? both(...nodesOf(node.args).map((arg) => this.notNull(arg, scope)))
          : NO_FACTS;
      default:
        return this.notNull(node, scope);
    }
  }

  /** Facts of a row for which the condition isn't true, or isn't false: it may be null. */
  isNot(value: boolean, node: Node, scope: Scope): Facts {
    if (node.tag === 'NULLTEST') return this.is(!value, node, scope);
    if (node.tag !== 'BOOLEXPR') return NO_FACTS;
    const args = nodesOf(node.args);
    if (node.boolop === 'not') return this.isNot(!value, args[0] as Node, scope);
    const parts = args.map((arg) => this.isNot(value, arg, scope));
    return (node.boolop === 'or') === value ? both(...parts) : common(parts);
  }

  /** Facts of all rows of a query: its conditions, and those of its inner joins. */
  ofRows(scope: Scope): Facts {
    const { query } = scope;
    const walk = (node: Node): Facts => {
      if (node.tag === 'RANGETBLREF') return NO_FACTS;
      const quals = isNode(node.quals) ? this.is(true, node.quals, scope) : NO_FACTS;
      if (node.tag === 'FROMEXPR') return both(quals, ...nodesOf(node.fromlist).map(walk));
      const [left, right] = [node.larg as Node, node.rarg as Node];
      if (node.jointype === '0') return both(quals, walk(left), walk(right));
      if (node.jointype === '1') return walk(left);
      return node.jointype === '3' ? walk(right) : NO_FACTS;
    };
    const facts = isNode(query.jointree) ? walk(query.jointree) : NO_FACTS;
    return new Set([...facts].filter((fact) => !changedColumns(scope).has(fact)));
  }
}

/** Columns that a query assigns: their facts are about the row before. */
function changedColumns(scope: Scope): Set<string> {
  const { query } = scope;
  if (query.commandType === COMMAND.select) return new Set();
  return new Set(
    nodesOf(query.targetList).map(({ resno }) =>
      varKey(scope, { tag: 'VAR', varno: query.resultRelation, varattno: resno } as Node),
    ),
  );
}
