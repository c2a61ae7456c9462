import type { QueryResult } from 'pg';
import { MAX_TRANSACTION_TRIES } from '#db/pools.ts';
import { runInTransactionScope } from '#platform/transaction.ts';
import { isQueryTimeout, isRetryableTransaction } from '#platform/unavailable.ts';
import type { Db } from './client.ts';
import { compileParameters, toValues } from './named-parameters.ts';

/** What runs a query: the pool, or one of its connections inside a transaction. */
export interface Runner {
  query(config: { name?: string; text: string; values: unknown[] }): Promise<QueryResult>;
}
/** Of a statement without parameters. */
export type NoParams = Readonly<Record<string, never>>;

/** Runs a statement; `on`: the pool, or a connection inside a transaction. */
export type Statement<Row, P extends object = NoParams> = (
  on: Db | Runner,
  ...params: P extends NoParams ? [] : [params: P]
) => Promise<Row[]>;

export const toRunner = (on: Db | Runner): Runner =>
  '$client' in on ? (on.$client as unknown as Runner) : on;

/** Runs `work` until it isn't undone by a deadlock with others any more, a few times at most. */
async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRANSACTION_TRIES || !isRetryableTransaction(error)) throw error;
    }
  }
}

async function runQuery<Row>(
  on: Db | Runner,
  config: { name?: string; text: string; values: unknown[] },
): Promise<Row[]> {
  // On a pool the statement is its own transaction and is retried here. Inside a transaction,
  // inTransaction retries the whole.
  const { rows } =
    '$client' in on
      ? await retryOnDeadlock(() => toRunner(on).query(config))
      : await on.query(config);
  return rows as Row[];
}

let statementCount = 0;

/** A statement as PostgreSQL gets it. */
export interface RegisteredStatement {
  text: string;
  /** Of the parameters, in the order of their numbers. */
  names: readonly string[];
  /** Planned for each call, for its values. */
  isUnprepared: boolean;
}

let onStatement: ((registered: RegisteredStatement) => void) | undefined;

/** Calls `listener` for each statement that is made from now on: scripts/explain plans them all. */
export function listenToStatements(listener: (registered: RegisteredStatement) => void): void {
  onStatement = listener;
}

/**
 * A query that runs often, prepared once per connection: PostgreSQL parses it once, and nothing is
 * built per call. Written as SQL because these queries are read next to their plans. Parameters
 * have names: `where id = :threadId`.
 */
export function statement<Row, P extends object = NoParams>(namedSql: string): Statement<Row, P> {
  const compiled = compileParameters(namedSql);
  const name = `s${++statementCount}`;
  onStatement?.({ ...compiled, isUnprepared: false });
  return (on, ...[params = {}]) =>
    runQuery(on, { name, text: compiled.text, values: toValues(compiled, params) });
}

/**
 * A query whose best plan depends on its values, like one for a word that stands in three posts or
 * in half of them: it is planned for each call, which takes about a millisecond.
 */
export function unpreparedStatement<Row, P extends object = NoParams>(
  namedSql: string,
): Statement<Row, P> {
  const compiled = compileParameters(namedSql);
  onStatement?.({ ...compiled, isUnprepared: true });
  return (on, ...[params = {}]) =>
    runQuery(on, { text: compiled.text, values: toValues(compiled, params) });
}

async function runTransactionOnce<T>(db: Db, work: (tx: Runner) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let isBroken = false;
  try {
    return await runInTransactionScope(db.$client, async () => {
      await client.query('begin');
      const result = await work(client as unknown as Runner);
      await client.query('commit');
      return result;
    });
  } catch (error) {
    isBroken =
      isQueryTimeout(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Runs `work` in a transaction on one connection. It asks nothing but `tx`: neither the pool, nor
 * storage, nor the network (platform/transaction.ts). It may run again, when PostgreSQL ended it
 * because of a deadlock, so it changes nothing outside of the transaction but what its last run
 * decides.
 */
export const inTransaction = <T>(db: Db, work: (tx: Runner) => Promise<T>): Promise<T> =>
  retryOnDeadlock(() => runTransactionOnce(db, work));
