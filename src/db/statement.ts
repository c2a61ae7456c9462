import type { QueryResult } from 'pg';
import { TRANSACTION_TRIES } from '#contracts/limits.ts';
import { transactionScope } from '#platform/transaction.ts';
import { isReadTimeout, isRepeatable } from '#platform/unavailable.ts';
import type { Db } from './client.ts';

/** What runs a query: the pool, or one of its connections inside a transaction. */
export interface Runner {
  query(config: { name?: string; text: string; values: unknown[] }): Promise<QueryResult>;
}

export type Statement<Row> = (on: Db | Runner, values: unknown[]) => Promise<Row[]>;

export const runner = (on: Db | Runner): Runner =>
  '$client' in on ? (on.$client as unknown as Runner) : on;

/** Runs `work` until it isn't undone by a deadlock with others any more, a few times at most. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRANSACTION_TRIES || !isRepeatable(error)) throw error;
    }
  }
}

async function run<Row>(
  on: Db | Runner,
  config: { name?: string; text: string; values: unknown[] },
): Promise<Row[]> {
  // A statement on the pool is a transaction of its own; inside of one, all of it is repeated.
  const { rows } =
    '$client' in on ? await repeated(() => runner(on).query(config)) : await on.query(config);
  return rows as Row[];
}

let count = 0;

/**
 * A query that runs often, prepared once per connection: PostgreSQL parses it once, and nothing is
 * built per call. Written as SQL because these queries are read next to their plans.
 */
export function statement<Row>(text: string): Statement<Row> {
  const name = `s${++count}`;
  return (on, values) => run(on, { name, text, values });
}

/**
 * A query whose best plan depends on its values, like one for a word that stands in three posts or
 * in half of them: it is planned for each call, which takes about a millisecond.
 */
export function plannedStatement<Row>(text: string): Statement<Row> {
  return (on, values) => run(on, { text, values });
}

async function transaction<T>(db: Db, work: (tx: Runner) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let broken = false;
  try {
    return await transactionScope(db.$client, async () => {
      await client.query('begin');
      const result = await work(client as unknown as Runner);
      await client.query('commit');
      return result;
    });
  } catch (error) {
    broken =
      isReadTimeout(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs `work` in a transaction on one connection. It asks nothing but `tx`: neither the pool, nor
 * storage, nor the network (platform/transaction.ts). It may run again, when PostgreSQL ended it
 * because of a deadlock, so it changes nothing outside of the transaction but what its last run
 * decides.
 */
export const inTransaction = <T>(db: Db, work: (tx: Runner) => Promise<T>): Promise<T> =>
  repeated(() => transaction(db, work));
