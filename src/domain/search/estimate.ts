import type { Db } from '#db/client.ts';
import { type Params, plannedStatement, type Statement } from '#db/statement.ts';

/*
 * How often words occur, by PostgreSQL's statistics: half a millisecond, where counting reads every
 * post that has them.
 */

interface Plan {
  'Plan Rows': number;
  Plans?: Plan[];
}
type Explained = { 'QUERY PLAN': { Plan: Plan }[] };

const statements = new Map<number, Statement<Explained, Params>>();

/** The statement that explains so many queries at once. */
function explain(count: number): Statement<Explained, Params> {
  const found =
    statements.get(count) ??
    plannedStatement<Explained, Params>(
      `
        explain (format json)
        ${Array.from(
          { length: count },
          (_, index) => `
        select
        from post
        where search @@ :query${index}::text::tsquery`,
        ).join(' union all ')}`,
    );
  statements.set(count, found);
  return found;
}

/** How many posts PostgreSQL expects to match each of these texts of tsqueries. */
export async function estimate(db: Db, queries: readonly string[]): Promise<number[]> {
  const [row] = await explain(queries.length)(
    db,
    Object.fromEntries(queries.map((query, index) => [`query${index}`, query])),
  );
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  const plans = queries.length === 1 && plan ? [plan] : (plan?.Plans ?? []);
  return queries.map((_, index) => plans[index]?.['Plan Rows'] ?? 0);
}
