import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import { ALLOWED_PLANS } from './allowed-plans.ts';
import type { CollectedStatement } from './collect-statements.ts';
import { judgePlan, LARGE_TABLE_ROWS, type PlanNode } from './judge-plan.ts';
import { readSampleRows, type SampleRows, sampleValue } from './sample-values.ts';
import { STATISTICS_STATES, type StatisticsState } from './statistics-states.ts';

export interface PlanFinding {
  /** The statement's file and constant. */
  id: string;
  finding: string;
  state: string;
  plan: 'generic' | 'custom';
}

class RollBack extends Error {}

const read = async <Row>(on: Runner, text: string): Promise<Row[]> =>
  (await on.query({ text, values: [] })).rows as Row[];

/** Properties of tables and indexes by name. */
interface Relations {
  isLarge(relation: string): boolean;
  isUnique(index: string): boolean;
}

/** Actual properties, independent of simulated statistics. */
async function readRelations(on: Runner): Promise<Relations> {
  await read(on, 'analyze');
  const rows = await read<{ name: string; isLarge: boolean; isUnique: boolean | null }>(
    on,
    `
      select
        c.relname as name,
        c.reltuples > ${LARGE_TABLE_ROWS} as "isLarge",
        i.indisunique as "isUnique"
      from pg_class c
      left join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`,
  );
  const large = new Set(rows.filter((row) => row.isLarge).map((row) => row.name));
  const unique = new Set(rows.filter((row) => row.isUnique).map((row) => row.name));
  return { isLarge: (name) => large.has(name), isUnique: (name) => unique.has(name) };
}

async function explainStatement(
  tx: Runner,
  { id, text, names, isUnprepared }: CollectedStatement,
  state: StatisticsState,
  rows: SampleRows,
  { isLarge, isUnique }: Relations,
): Promise<PlanFinding[]> {
  const findings: PlanFinding[] = [];
  await read(tx, 'savepoint explained');
  try {
    await read(tx, `prepare explained as ${text}`);
    const [prepared] = await read<{ types: string[] }>(
      tx,
      `
        select parameter_types::text[] as types
        from pg_prepared_statements
        where name = 'explained'`,
    );
    const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/.exec(text) ?? [];
    const values = names.map((name, index) =>
      sampleValue(name, prepared?.types[index] ?? 'text', rows, table),
    );
    const call = values.length > 0 ? `explained(${values.join(', ')})` : 'explained';
    for (const plan of isUnprepared ? (['custom'] as const) : (['generic', 'custom'] as const)) {
      await read(tx, `set local plan_cache_mode = force_${plan}_plan`);
      const [explained] = await read<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        tx,
        `explain (format json) execute ${call}`,
      );
      const root = explained?.['QUERY PLAN'][0]?.Plan as PlanNode;
      for (const finding of judgePlan(root, isLarge, isUnique))
        findings.push({ id, finding, state: state.name, plan });
    }
    await read(tx, 'deallocate explained');
    await read(tx, 'release savepoint explained');
  } catch (error) {
    await read(tx, 'rollback to savepoint explained');
    await read(tx, 'deallocate all');
    findings.push({
      id,
      finding: `can't be planned: ${(error as Error).message}`,
      state: state.name,
      plan: 'custom',
    });
  }
  return findings;
}

/**
 * Plans every statement under all or some states of the statistics. Executes only ANALYZE and each
 * state's preparation, which is rolled back.
 */
export async function explainAll(
  db: Db,
  statements: readonly CollectedStatement[],
  report: (detail: string) => void = () => {},
  states: readonly StatisticsState[] = STATISTICS_STATES,
): Promise<PlanFinding[]> {
  const [relations, rows] = await inTransaction(db, async (tx) => [
    await readRelations(tx),
    await readSampleRows(tx),
  ]);
  const findings: PlanFinding[] = [];
  for (const state of states) {
    report(state.name);
    await inTransaction(db, async (tx) => {
      await state.enter(tx);
      for (const statement of statements)
        findings.push(...(await explainStatement(tx, statement, state, rows, relations)));
      throw new RollBack();
    }).catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  }
  await db.$client.query('analyze'); // relation sizes aren't rolled back
  return findings;
}

/** Accepted findings, and those to fix. */
export function splitAllowed(findings: readonly PlanFinding[]): {
  allowed: PlanFinding[];
  wrong: PlanFinding[];
} {
  const isAllowed = ({ id, finding }: PlanFinding) =>
    ALLOWED_PLANS.some(({ ids, ...plan }) => ids.includes(id) && plan.finding.test(finding));
  return { allowed: findings.filter(isAllowed), wrong: findings.filter((one) => !isAllowed(one)) };
}
