import { isNode, type Node, nodesOf } from './node-tree.ts';

/* The rows of a query, by the form of its analyzed text. */

export const COMMAND = { select: '1', update: '2', insert: '3', delete: '4', merge: '5' } as const;

/** The visible targets of a query, or of its RETURNING. */
export const columnsOf = (query: Node): Node[] =>
  nodesOf(query.commandType === COMMAND.select ? query.targetList : query.returningList).filter(
    ({ resjunk }) => resjunk !== 'true',
  );

/** `at time zone` */
export const isTimeZone = (name: string): boolean => name === 'timezone';

/** Positions; a pattern may match nothing. */
export const isPart = (name: string, [, second]: Node[]): boolean =>
  name === 'substring' && second !== undefined && typeOf(second) === '23';
const typeOf = (node: Node): string =>
  (node.consttype ?? node.vartype ?? node.paramtype ?? node.funcresulttype ?? node.opresulttype) as
    | string
    | 'unknown';

/** An aggregate of all rows, or a value without FROM. */
export function hasOneRow(query: Node): boolean {
  const { jointree } = query;
  if (query.commandType !== COMMAND.select || isNode(query.setOperations)) return false;
  if ([query.limitCount, query.limitOffset, query.havingQual].some(isNode)) return false;
  if (nodesOf(query.groupClause).length > 0 || nodesOf(query.groupingSets).length > 0) return false;
  if (query.hasAggs === 'true') return true;
  const isPlain = isNode(jointree) && nodesOf(jointree.fromlist).length === 0;
  return isPlain && !isNode(jointree.quals) && query.hasTargetSRFs !== 'true';
}

/** An array's header: length, dimensions, and where its data begins if it has nulls. */
export function hasNullElements({ constvalue }: Node): boolean {
  if (!Array.isArray(constvalue)) return true;
  const bytes = constvalue.slice(2, -1);
  return bytes.length < 12 || bytes.slice(8, 12).some((byte) => byte !== '0');
}
