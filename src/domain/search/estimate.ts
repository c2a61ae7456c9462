import type { Db } from '#db/client.ts';
import { plannedStatement, type Statement } from '#db/statement.ts';

/*
 * How often words occur, by PostgreSQL's statistics: half a millisecond, where counting reads every
 * post that has them.
 */

interface Plan {
  'Plan Rows': number;
  Plans?: Plan[];
}
type Explained = { 'QUERY PLAN': { Plan: Plan }[] };

const statements = new Map<number, Statement<Explained>>();

/** The statement that explains so many queries at once. */
function explain(count: number): Statement<Explained> {
  const found =
    statements.get(count) ??
    plannedStatement<Explained>(
      `
        explain (format json)
        ${Array.from(
          { length: count },
          (_, index) => `
        select
        from post
        where search @@ $${index + 1}::text::tsquery`,
        ).join(' union all ')}`,
    );
  statements.set(count, found);
  return found;
}

/** How many posts PostgreSQL expects to match each of these texts of tsqueries. */
export async function estimate(db: Db, queries: readonly string[]): Promise<number[]> {
  const [row] = await explain(queries.length)(db, [...queries]);
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  const plans = queries.length === 1 && plan ? [plan] : (plan?.Plans ?? []);
  return queries.map((_, index) => plans[index]?.['Plan Rows'] ?? 0);
}
