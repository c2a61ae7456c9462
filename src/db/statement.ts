import type { QueryResult } from 'pg';
import { MAX_TRANSACTION_TRIES } from '#db/pools.ts';
import { recordStatement } from '#platform/metrics.ts';
import { getTrace } from '#platform/trace-context.ts';
import { runInTransactionScope } from '#platform/transaction.ts';
import { isQueryTimeout, isRetryableTransaction } from '#platform/unavailable.ts';
import type { Db } from './client.ts';
import { compileParameters, toValues } from './named-parameters.ts';
import { forgetNotifications } from './notify-after-commit.ts';

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
/** What runs the queries of readers that take a pool. */
export const toReadableDb = (query: Runner['query']): Db =>
  ({ $client: { query } }) as unknown as Db;

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

type Query = Parameters<Runner['query']>[0];

/**
 * The query with the trace that asks for it, as PostgreSQL's own log shows it, and its list of what
 * runs, which has the beginning alone. Not prepared, as the next one has another comment: this is
 * for traces that are recorded.
 */
const withTraceComment = ({ text, values }: Query, traceparent: string): Query => ({
  text: `/*traceparent='${traceparent}'*/ ${text}`,
  values,
});

async function runQuery<Row>(on: Db | Runner, config: Query, title: string): Promise<Row[]> {
  const startedMs = performance.now();
  const trace = getTrace();
  const query = trace ? withTraceComment(config, trace.traceparent) : config;
  let rows: unknown[] = [];
  try {
    // On a pool the statement is its own transaction and is retried here. Inside a transaction,
    // inTransaction retries the whole.
    ({ rows } =
      '$client' in on
        ? await retryOnDeadlock(() => toRunner(on).query(query))
        : await on.query(query));
    return rows as Row[];
  } finally {
    recordStatement(title, performance.now() - startedMs, rows.length);
  }
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
 * have names: `where id = :threadId`. `title`: what figures call it; the build gives it the name of
 * its constant (scripts/build/name-statements.ts).
 */
export function statement<Row, P extends object = NoParams>(
  namedSql: string,
  title = 'unnamed',
): Statement<Row, P> {
  const compiled = compileParameters(namedSql);
  const name = `s${++statementCount}`;
  onStatement?.({ ...compiled, isUnprepared: false });
  return (on, ...[params = {}]) =>
    runQuery(on, { name, text: compiled.text, values: toValues(compiled, params) }, title);
}

/**
 * A query whose best plan depends on its values, like one for a word that stands in three posts or
 * in half of them: it is planned for each call, which takes about a millisecond.
 */
export function unpreparedStatement<Row, P extends object = NoParams>(
  namedSql: string,
  title = 'unnamed',
): Statement<Row, P> {
  const compiled = compileParameters(namedSql);
  onStatement?.({ ...compiled, isUnprepared: true });
  return (on, ...[params = {}]) =>
    runQuery(on, { text: compiled.text, values: toValues(compiled, params) }, title);
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
    forgetNotifications(client);
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
