import type { Catalog } from './catalog.ts';
import {
  NEVER_NULL,
  NULL_FOR_NULL,
  NULL_OF_NULLS,
  NULL_WITHOUT_ROWS,
  NULLING_OPERATORS,
  ROWS_WITHOUT_NULL,
} from './never-null.ts';
import { isNode, membersOf, type Node, nameOf, nodeAt, nodesOf } from './node-tree.ts';
import {
  both,
  caseKey,
  FactFinder,
  type Facts,
  isWrapper,
  joinKey,
  NO_FACTS,
  paramKey,
  RTE,
  rteOf,
  type Scope,
  scopeOf,
  varKey,
} from './null-facts.ts';
import {
  COMMAND,
  columnsOf,
  hasNullElements,
  hasOneRow,
  isPart,
  isTimeZone,
} from './query-shapes.ts';

/** Nulls that the type of a parameter admits. */
export interface ParameterNulls {
  admitsNull: boolean;
  /** Elements of its array may be null. */
  elementsAdmitNull: boolean;
}

const JSONB = '3802';

/**
 * Infers from an analyzed query which of its columns may be null. Conservative: what it doesn't
 * know may be null. It assumes that arrays of one `unnest` have equal lengths.
 */
export class NullInference {
  readonly #catalog: Catalog;
  readonly #parameters: readonly ParameterNulls[];
  readonly #finder: FactFinder;
  readonly #scopes = new Map<Node, Scope>();
  /** Columns of recursive queries whose inference runs. */
  readonly #running = new Set<string>();

  constructor(catalog: Catalog, parameters: readonly ParameterNulls[]) {
    this.#catalog = catalog;
    this.#parameters = parameters;
    this.#finder = new FactFinder(catalog);
  }

  /** The visible columns of a query; `index` counts from 1. */
  columnCanBeNull(query: Node, index: number, outer?: Scope, known = NO_FACTS): boolean {
    const scope = this.#scopeFor(query, outer);
    if (isNode(query.setOperations))
      return this.#armsCanBeNull(query.setOperations, index, scope, known);
    const target = columnsOf(query)[index - 1];
    const facts = both(known, this.#finder.ofRows(scope));
    return !target || this.#canBeNull(target.expr as Node, scope, facts);
  }

  #scopeFor(query: Node, outer: Scope | undefined): Scope {
    const found = this.#scopes.get(query) ?? { query, outer, id: this.#scopes.size };
    this.#scopes.set(query, found);
    return found;
  }

  #armsCanBeNull(node: Node, index: number, scope: Scope, facts: Facts): boolean {
    if (node.tag === 'RANGETBLREF') {
      const arm = rteOf(scope, node.rtindex as string).subquery as Node;
      return this.columnCanBeNull(arm, index, scope, facts);
    }
    const arm = (side: 'larg' | 'rarg') =>
      this.#armsCanBeNull(node[side] as Node, index, scope, facts);
    if (node.op === '1') return arm('larg') || arm('rarg'); // union
    return node.op === '2' ? arm('larg') && arm('rarg') : arm('larg'); // intersect, except
  }

  #canBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const can = (one: Node) => this.#canBeNull(one, scope, facts);
    const args = nodesOf(node.args);
    if (isWrapper(node)) return can(node.arg as Node);
    switch (node.tag) {
      case 'VAR':
        return this.#varCanBeNull(node, scope, facts);
      case 'CONST':
        return node.constisnull === 'true';
      case 'PARAM':
        if (node.paramkind !== '0' || facts.has(paramKey(node))) return node.paramkind !== '0';
        return this.#parameters[Number(node.paramid) - 1]?.admitsNull ?? true;
      case 'OPEXPR':
        return (
          NULLING_OPERATORS.has(this.#catalog.operators.get(node.opno as string) ?? '->') ||
          args.some(can)
        );
      case 'SCALARARRAYOPEXPR':
        return args.some(can) || this.#elementsCanBeNull(args[1] as Node, scope, facts);
      case 'FUNCEXPR':
        return this.#callCanBeNull(node, scope, facts);
      case 'AGGREF':
        return this.#aggregateCanBeNull(node, scope, facts);
      case 'WINDOWFUNC':
        return this.#windowCanBeNull(node, scope, facts);
      case 'BOOLEXPR':
        return this.#logicCanBeNull(node, scope, facts);
      case 'CASEEXPR':
        return this.#caseCanBeNull(node, scope, facts);
      case 'COALESCEEXPR':
        return !facts.has(caseKey(scope, node)) && args.every(can);
      case 'MINMAXEXPR':
        return args.every(can);
      case 'SUBLINK':
        return this.#sublinkCanBeNull(node, scope, facts);
      case 'SUBSCRIPTINGREF':
        return this.#elementCanBeNull(node, scope, facts);
      case 'JSONCONSTRUCTOREXPR':
        if (node.type === '1' || node.type === '2') return false; // new objects and arrays
        return !isNode(node.func) || can(node.func);
      case 'ARRAYEXPR':
      case 'ROWEXPR':
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'SQLVALUEFUNCTION':
      case 'GROUPINGFUNC':
      case 'MERGESUPPORTFUNC':
        return false;
      default:
        return true;
    }
  }

  #varCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const own = scopeOf(scope, node.varlevelsup as string);
    if (facts.has(varKey(own, node))) return false;
    if (membersOf(node.varnullingrels).some((join) => !facts.has(joinKey(own, join)))) return true;
    const { commandType, resultRelation } = own.query;
    // the row before an insertion, and the row after a deletion
    if (node.varreturningtype === '1' && commandType !== COMMAND.update) return true;
    if (node.varreturningtype === '2' && commandType === COMMAND.delete) return true;
    const isResult = commandType !== COMMAND.select && node.varno === resultRelation;
    if (isResult && node.varreturningtype !== '1' && this.#isAssigned(node, own, facts))
      return false;
    return this.#entryCanBeNull(own, node.varno as string, Number(node.varattno), facts);
  }

  /** Whether an INSERT or UPDATE gives the column a value that isn't null. */
  #isAssigned(node: Node, scope: Scope, facts: Facts): boolean {
    const { query } = scope;
    const isConflicting = isNode(query.onConflict) && query.onConflict.action === '2';
    if (query.commandType === COMMAND.merge || isConflicting) return false;
    // The assigned values are computed from the row before.
    const before = `${scope.id} before`;
    if (facts.has(before)) return false;
    const given = nodesOf(query.targetList).find(({ resno }) => resno === node.varattno);
    return (
      given !== undefined &&
      !this.#canBeNull(given.expr as Node, scope, both(facts, new Set([before])))
    );
  }

  /** A column of a table, subquery, join or function of FROM. */
  #entryCanBeNull(scope: Scope, index: string, column: number, facts: Facts): boolean {
    const rte = rteOf(scope, index);
    if (column <= 0) return false; // the row, or a system column
    switch (rte.rtekind) {
      case RTE.relation:
        return !this.#catalog.required.has(`${rte.relid}.${column}`);
      case RTE.subquery:
        return this.columnCanBeNull(rte.subquery as Node, column, scope, facts);
      case RTE.join:
      case RTE.group: {
        const behind = nodeAt(
          rte.rtekind === RTE.join ? rte.joinaliasvars : rte.groupexprs,
          column - 1,
        );
        return !behind || this.#canBeNull(behind, scope, facts);
      }
      case RTE.function:
        return this.#rowFunctionCanBeNull(rte, column, scope, facts);
      case RTE.values:
        return (rte.values_lists as Node[][]).some((row) =>
          this.#canBeNull(row[column - 1] as Node, scope, facts),
        );
      case RTE.cte:
        return this.#cteCanBeNull(rte, column, scope);
      default:
        return true;
    }
  }

  #cteCanBeNull(rte: Node, column: number, scope: Scope): boolean {
    const own = scopeOf(scope, rte.ctelevelsup as string);
    const cte = nodesOf(own.query.cteList).find(({ ctename }) => ctename === rte.ctename);
    const key = `${own.id} ${nameOf(rte.ctename)} ${column}`;
    // A recursive column is null only if another path makes it so.
    if (!cte || this.#running.has(key)) return !cte;
    this.#running.add(key);
    try {
      return this.columnCanBeNull(cte.ctequery as Node, column, own);
    } finally {
      this.#running.delete(key);
    }
  }

  #rowFunctionCanBeNull(rte: Node, column: number, scope: Scope, facts: Facts): boolean {
    let first = 0;
    for (const { funcexpr, funccolcount } of nodesOf(rte.functions)) {
      const index = column - first;
      first += Number(funccolcount);
      if (column > first) continue;
      const call = funcexpr as Node;
      const name = this.#functionName(call);
      if (ROWS_WITHOUT_NULL.has(name)) return false;
      const isOneColumn = index === 1 && funccolcount === '1';
      return !isOneColumn || this.#canBeNull(call, scope, facts);
    }
    return rte.funcordinality !== 'true';
  }

  readonly #functionName = (node: Node): string => {
    const id = (node.funcid ?? node.aggfnoid ?? node.winfnoid) as string | undefined;
    return this.#catalog.functions.get(id ?? '')?.name ?? '';
  };

  #callCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const name = this.#functionName(node);
    const args = nodesOf(node.args);
    if (NEVER_NULL.has(name)) return false;
    if (name === 'unnest') return this.#elementsCanBeNull(args[0] as Node, scope, facts);
    // A cast of a JSON null is null.
    const isCast =
      node.funcformat !== '0' &&
      node.funcformat !== '3' &&
      this.#catalog.functions.get(node.funcid as string)?.firstType !== JSONB;
    const isHarmless = isCast || NULL_FOR_NULL.has(name) || isTimeZone(name) || isPart(name, args);
    return !isHarmless || args.some((arg) => this.#canBeNull(arg, scope, facts));
  }

  #aggregateCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const name = this.#functionName(node);
    if (name === 'count') return false;
    const { groupClause, groupingSets } = scopeOf(scope, node.agglevelsup as string).query;
    const hasRows = nodesOf(groupClause).length > 0 && nodesOf(groupingSets).length === 0;
    if (!hasRows || isNode(node.aggfilter)) return true;
    if (NULL_WITHOUT_ROWS.has(name)) return false;
    const [first] = nodesOf(node.args);
    return !(
      NULL_OF_NULLS.has(name) &&
      first &&
      !this.#canBeNull(first.expr as Node, scope, facts)
    );
  }

  #windowCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const name = this.#functionName(node);
    if (NEVER_NULL.has(name)) return false;
    const args = nodesOf(node.args);
    const canArg = (arg: Node | undefined) => !arg || this.#canBeNull(arg, scope, facts);
    if (name === 'lag' || name === 'lead') return canArg(args[0]) || canArg(args[2]);
    const clause = nodesOf(scope.query.windowClause).find(({ winref }) => winref === node.winref);
    const hasOwnFrame = Number(clause?.frameOptions ?? 1) & 1;
    if (hasOwnFrame || isNode(node.aggfilter)) return true;
    return !NULL_WITHOUT_ROWS.has(name) && (!NULL_OF_NULLS.has(name) || canArg(args[0]));
  }

  /** Null only if an argument is null and the others don't decide. */
  #logicCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const args = nodesOf(node.args);
    const isAnd = node.boolop === 'and';
    const certain = args.filter((arg) => !this.#canBeNull(arg, scope, facts));
    const others = both(facts, ...certain.map((arg) => this.#finder.is(isAnd, arg, scope)));
    return args.some((arg) => !certain.includes(arg) && this.#canBeNull(arg, scope, others));
  }

  #caseCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    if (facts.has(caseKey(scope, node))) return false;
    let before = facts;
    for (const { expr, result } of nodesOf(node.args)) {
      const here = both(before, this.#finder.is(true, expr as Node, scope));
      if (this.#canBeNull(result as Node, scope, here)) return true;
      const { tag, nulltesttype, arg } = expr as Node;
      const isAlwaysTrue = tag === 'NULLTEST' && nulltesttype === '1';
      if (isAlwaysTrue && !this.#canBeNull(arg as Node, scope, before)) return false;
      before = both(before, this.#finder.isNot(true, expr as Node, scope));
    }
    return !isNode(node.defresult) || this.#canBeNull(node.defresult, scope, before);
  }

  #sublinkCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const query = node.subselect as Node;
    const canColumn = () => this.columnCanBeNull(query, 1, scope, facts);
    switch (node.subLinkType) {
      case '0': // exists
      case '6': // array
        return false;
      case '1': // all
      case '2': {
        const test = node.testexpr as Node;
        const [left] = nodesOf(test.args);
        return test.tag !== 'OPEXPR' || !left || this.#canBeNull(left, scope, facts) || canColumn();
      }
      case '4': // a value
        return !(hasOneRow(query) || this.#findsReferenced(query, scope, facts)) || canColumn();
      default:
        return true;
    }
  }

  /** Whether a query reads the row that a foreign key guarantees: `from b where b.id = a.b_id`. */
  #findsReferenced(query: Node, outer: Scope, facts: Facts): boolean {
    const scope = this.#scopeFor(query, outer);
    const { jointree } = query;
    const isPlain = isNode(jointree) && nodesOf(jointree.fromlist).length === 1;
    if (!isPlain || !isNode(jointree.quals) || [query.havingQual, query.limitOffset].some(isNode))
      return false;
    const { tag, opno, args } = jointree.quals;
    if (tag !== 'OPEXPR' || this.#catalog.operators.get(opno as string) !== '=') return false;
    const sides = nodesOf(args);
    const own = sides.find((side) => side.tag === 'VAR' && side.varlevelsup === '0');
    const other = sides.find((side) => side !== own);
    if (!own || !other || this.#canBeNull(other, scope, facts)) return false;
    const to = this.#tableColumn(own, scope);
    const keys = other.tag === 'COALESCEEXPR' ? nodesOf(other.args) : [other];
    return keys.every((key) => {
      const from = this.#tableColumn(key, scope);
      return from !== undefined && (from === to || this.#catalog.references.has(`${from} ${to}`));
    });
  }

  /** The column of a table that an expression returns, as `table.number`. */
  #tableColumn(node: Node, scope: Scope): string | undefined {
    if (node.tag !== 'VAR') return undefined;
    const own = scopeOf(scope, node.varlevelsup as string);
    const rte = rteOf(own, node.varno as string);
    if (rte.rtekind === RTE.relation) return `${rte.relid}.${node.varattno}`;
    if (rte.rtekind !== RTE.subquery) return undefined;
    const query = rte.subquery as Node;
    const target = isNode(query.setOperations)
      ? undefined
      : columnsOf(query)[Number(node.varattno) - 1];
    return target && this.#tableColumn(target.expr as Node, this.#scopeFor(query, own));
  }

  /** The first element of an aggregated array; others may not exist. */
  #elementCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const array = node.refexpr as Node;
    const [index] = nodesOf(node.refupperindexpr);
    const isFirst =
      index?.tag === 'CONST' && Array.isArray(index.constvalue) && index.constvalue[2] === '1';
    return (
      array.tag !== 'AGGREF' ||
      !isFirst ||
      this.#canBeNull(array, scope, facts) ||
      this.#elementsCanBeNull(array, scope, facts)
    );
  }

  #elementsCanBeNull(node: Node, scope: Scope, facts: Facts): boolean {
    const inner = (one: Node) => this.#elementsCanBeNull(one, scope, facts);
    const args = nodesOf(node.args);
    if (isWrapper(node)) return inner(node.arg as Node);
    switch (node.tag) {
      case 'PARAM':
        return this.#parameters[Number(node.paramid) - 1]?.elementsAdmitNull ?? true;
      case 'CONST':
        return node.constisnull !== 'true' && hasNullElements(node);
      case 'ARRAYEXPR':
        return nodesOf(node.elements).some((one) => this.#canBeNull(one, scope, facts));
      case 'SUBLINK':
        return (
          node.subLinkType !== '6' || this.columnCanBeNull(node.subselect as Node, 1, scope, facts)
        );
      case 'COALESCEEXPR':
        return args.some(inner);
      case 'AGGREF':
        return (
          this.#functionName(node) !== 'array_agg' ||
          this.#canBeNull(args[0]?.expr as Node, scope, facts)
        );
      case 'FUNCEXPR':
        return !/^(?:string_to_array|regexp_split_to_array)$/.test(this.#functionName(node));
      default:
        return true;
    }
  }
}
