import type { QueryResult } from 'pg';
import type { Db } from './client.ts';

/** What runs a query: the pool, or one of its connections inside a transaction. */
export interface Runner {
  query(config: { name?: string; text: string; values: unknown[] }): Promise<QueryResult>;
}

export type Statement<Row> = (on: Db | Runner, values: unknown[]) => Promise<Row[]>;

export const runner = (on: Db | Runner): Runner => ('$client' in on ? (on.$client as unknown as Runner) : on);

let count = 0;

/**
 * A query that runs often, prepared once per connection: PostgreSQL parses it once, and nothing is built per call.
 * Written as SQL because these queries are read next to their plans.
 */
export function statement<Row>(text: string): Statement<Row> {
  const name = `s${++count}`;
  return async (on, values) => (await runner(on).query({ name, text, values })).rows as Row[];
}

/**
 * A query whose best plan depends on its values, like one for a word that stands in three posts or in half of them: it is
 * planned for each call, which takes about a millisecond.
 */
export function plannedStatement<Row>(text: string): Statement<Row> {
  return async (on, values) => (await runner(on).query({ text, values })).rows as Row[];
}

/** Runs `work` in a transaction on one connection. */
export async function inTransaction<T>(db: Db, work: (tx: Runner) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client as unknown as Runner);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
