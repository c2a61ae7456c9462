import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '#db/client.ts';
import type { LocatedStatement } from '../../../scripts/tools/explain/collect-statements.ts';
import { inheritedEnv } from '../processes.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { type Item, isNode, type Node, nameOf, parseNodeTree } from './node-tree.ts';
import { columnsOf } from './query-shapes.ts';

const root = join(import.meta.dirname, '../../..');

export type CollectedText = Pick<LocatedStatement, 'position' | 'text' | 'names'>;

/**
 * The statements that src registers when loaded. In a process of its own, whose positions are
 * exact: Node only blanks the types.
 */
export function collectTexts(): CollectedText[] {
  const program = `
    import { collectStatements } from './scripts/tools/explain/collect-statements.ts';
    process.stdout.write(JSON.stringify(await collectStatements()), () => process.exit());`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: inheritedEnv(),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return (JSON.parse(output) as LocatedStatement[]).map((one) => ({
    ...one,
    position: `src/${one.position}`,
  }));
}

/** PostgreSQL's description of a statement, which it doesn't run. */
export interface Description {
  columns: { name: string; type: string }[];
  /** Types of the parameters, in the order of their numbers. */
  parameters: string[];
  query: Node;
}

const findQuery = (item: Item): Node | undefined =>
  isNode(item) ? item : Array.isArray(item) ? item.map(findQuery).find(Boolean) : undefined;

/**
 * Describes statements: types by PREPARE. A SQL procedure of the statement stores its analyzed
 * query, in which names are resolved and columns know the outer joins around them.
 */
export async function describeStatements(
  db: Db,
  statements: readonly CollectedText[],
): Promise<{ descriptions: Description[]; catalog: Catalog }> {
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    for (const [index, { text }] of statements.entries())
      await client.query(`prepare described_${index} as ${text}`);
    const { rows: prepared } = await client.query<{
      name: string;
      parameters: string[];
      columns: string[] | null;
      declared: string;
    }>(`
      select
        name,
        parameter_types::oid[]::text[] as parameters,
        result_types::oid[]::text[] as columns,
        array_to_string(parameter_types, ', ') as declared
      from pg_prepared_statements`);
    const byName = new Map(prepared.map((one) => [one.name, one]));
    for (const [index, { text }] of statements.entries())
      await client.query(`
        create procedure described_${index}(${byName.get(`described_${index}`)?.declared})
        language sql
        begin atomic
          ${text};
        end`);
    const { rows: trees } = await client.query<{ name: string; tree: string }>(`
      select proname as name, prosqlbody::text as tree
      from pg_proc
      where proname like 'described\\_%'`);
    const treeOf = new Map(trees.map(({ name, tree }) => [name, tree]));
    const descriptions = statements.map((_, index) => {
      const name = `described_${index}`;
      const { parameters = [], columns } = byName.get(name) ?? {};
      const query = findQuery(parseNodeTree(treeOf.get(name) ?? '()')) as Node;
      const targets = columnsOf(query);
      return {
        query,
        parameters,
        columns: (columns ?? []).map((type, at) => ({
          type,
          name: nameOf(targets[at]?.resname) ?? '?column?',
        })),
      };
    });
    return { descriptions, catalog: await readCatalog(client) };
  } finally {
    client.release(true);
  }
}

/** Values of types by category, as PostgreSQL sends them. */
const SAMPLES: Readonly<Record<string, string>> = {
  N: '1',
  B: 't',
  D: '2026-01-02 03:04:05+00',
  T: '1 day',
};

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`;
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
}

/** The driver's values of a type, by the product's parsers: `Date`, `string[]` … */
export function kindOfColumn(type: string, catalog: Catalog): string {
  const { name, category, element } = catalog.types.get(type) ?? {
    name: 'text',
    category: 'S',
    element: '0',
  };
  if (name === 'void') return 'void';
  const { name: itemName, category: itemCategory } = catalog.types.get(element) ?? {};
  if (/^jsonb?$/.test(name)) return 'json';
  if (category === 'A' && /^jsonb?$/.test(itemName ?? '')) return 'json[]';
  const sample =
    category === 'A' ? `{"${SAMPLES[itemCategory ?? ''] ?? 'x'}"}` : (SAMPLES[category] ?? 'x');
  return kindOfValue(pg.types.getTypeParser(Number(type), 'text')(sample));
}

/** The JavaScript types that a parameter of a type accepts. */
export function kindsOfParameter(type: string, catalog: Catalog): readonly string[] {
  const { name = 'text', category = 'S', element = '0' } = catalog.types.get(type) ?? {};
  // The driver writes lists as arrays of PostgreSQL, so JSON is an object or a text.
  if (/^jsonb?$/.test(name)) return ['object', 'string'];
  if (name === 'bytea') return ['Buffer'];
  if (category === 'A') return kindsOfParameter(element, catalog).map((kind) => `${kind}[]`);
  if (category === 'N') return /^(?:numeric|int8)$/.test(name) ? ['number', 'string'] : ['number'];
  if (category === 'D') return ['Date', 'string'];
  return category === 'B' ? ['boolean'] : ['string'];
}
