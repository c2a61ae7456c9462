/* Finds parts of a plan that can be slow although the call concerns few rows. */

/** A node of EXPLAIN (FORMAT JSON). */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Plan Rows'?: number;
  'Subplan Name'?: string;
  Plans?: PlanNode[];
}

/** Scans of tables from this size are noticeable. */
export const LARGE_TABLE_ROWS = 10_000;

/** Nodes that stop early under a LIMIT. */
const STREAMING_NODES = new Set([
  'Append',
  'Incremental Sort',
  'Index Only Scan',
  'Index Scan',
  'LockRows',
  'Materialize',
  'Memoize',
  'Merge Append',
  'Nested Loop',
  'ProjectSet',
  'Result',
  'Seq Scan',
  'Subquery Scan',
  'Unique',
]);
const INDEX_SCANS = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);
const TIPPING_JOINS = new Set(['Hash Join', 'Merge Join']);

/** Nodes that return few rows, whatever is below them. */
const REDUCING_NODES = new Set(['Limit', 'Aggregate', 'Group']);

/** Tables below a node, except under a LIMIT or grouping, in subplans, or by a unique key. */
function tablesOf(node: PlanNode, isUnique: (index: string) => boolean): string[] {
  if (REDUCING_NODES.has(node['Node Type'])) return [];
  if (node['Index Cond'] && isUnique(node['Index Name'] ?? '') && (node['Plan Rows'] ?? 2) <= 1)
    return [];
  const own = node['Relation Name'] ? [node['Relation Name']] : [];
  return [
    ...own,
    ...(node.Plans ?? [])
      .filter((plan) => !plan['Subplan Name'])
      .flatMap((plan) => tablesOf(plan, isUnique)),
  ];
}

/**
 * Findings about a plan, one line each: scans of large tables and indexes, and joins that hash or
 * sort all of one. `isLarge` takes the name of a table or index, `isUnique` of an index.
 */
export function judgePlan(
  root: PlanNode,
  isLarge: (relation: string) => boolean,
  isUnique: (index: string) => boolean,
): string[] {
  const findings = new Set<string>();
  const visit = (node: PlanNode, isLimited: boolean) => {
    const type = node['Node Type'];
    const { 'Relation Name': table, 'Index Name': index } = node;
    if (type === 'Seq Scan' && table && isLarge(table)) findings.add(`sequential scan of ${table}`);
    if (INDEX_SCANS.has(type) && index && isLarge(index) && !node['Index Cond'] && !isLimited)
      findings.add(`walk of the whole index ${index}`);
    if (TIPPING_JOINS.has(type)) {
      const large = [...new Set(tablesOf(node, isUnique).filter(isLarge))];
      if (large.length > 0) findings.add(`${type.toLowerCase()} over ${large.sort().join(', ')}`);
    }
    for (const plan of node.Plans ?? []) {
      const continues = STREAMING_NODES.has(type) && isLimited;
      visit(plan, type === 'Limit' || continues);
    }
  };
  visit(root, false);
  return [...findings].sort();
}
