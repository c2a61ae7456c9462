import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Statement, unpreparedStatement } from '#db/statement.ts';

/*
 * How often words occur, by PostgreSQL's statistics: half a millisecond, where counting reads every
 * post that has them.
 */

interface QueryPlan {
  'Plan Rows': number;
  Plans?: QueryPlan[];
}
type ExplainRow = { 'QUERY PLAN': { Plan: QueryPlan }[] };

const statementsByCount = new Map<number, Statement<ExplainRow, Params>>();

/** The statement that explains so many queries at once. */
function explainQueries(count: number): Statement<ExplainRow, Params> {
  const found =
    statementsByCount.get(count) ??
    unpreparedStatement<ExplainRow, Params>(
      `
        explain (format json)
        ${Array.from(
          { length: count },
          (_, index) => `
        select
        from post_search
        where tokens @@ :query${index}::text::tsquery`,
        ).join(' union all ')}`,
    );
  statementsByCount.set(count, found);
  return found;
}

/** How many posts PostgreSQL expects to match each of these texts of tsqueries. */
export async function estimateMatchCounts(db: Db, queries: readonly string[]): Promise<number[]> {
  const [row] = await explainQueries(queries.length)(
    db,
    Object.fromEntries(queries.map((query, index) => [`query${index}`, query])),
  );
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  const plans = queries.length === 1 && plan ? [plan] : (plan?.Plans ?? []);
  return queries.map((_, index) => plans[index]?.['Plan Rows'] ?? 0);
}
