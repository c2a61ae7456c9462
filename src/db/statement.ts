import type { QueryResult } from 'pg';
import { MAX_TRANSACTION_TRIES } from '#db/pools.ts';
import { recordStatement } from '#platform/metrics.ts';
import { getTrace } from '#platform/trace-context.ts';
import { runInTransactionScope } from '#platform/transaction.ts';
import { isQueryTimeout, isRetryableTransaction } from '#platform/unavailable.ts';
import type { Db } from './client.ts';
import { compileParameters, toValues } from './named-parameters.ts';
import { forgetNotifications } from './notify-after-commit.ts';

/** Runs queries: the pool, or a connection inside a transaction. */
export interface Runner {
  query(config: { name?: string; text: string; values: unknown[] }): Promise<QueryResult>;
}
export type NoParams = Readonly<Record<string, never>>;

/** Runs a statement; `on`: the pool, or a connection inside a transaction. */
export type Statement<Row, P extends object = NoParams> = (
  on: Db | Runner,
  ...params: P extends NoParams ? [] : [params: P]
) => Promise<Row[]>;

export const toRunner = (on: Db | Runner): Runner =>
  '$client' in on ? (on.$client as unknown as Runner) : on;
/** Wraps a query runner for readers that take a pool. */
export const toReadableDb = (query: Runner['query']): Db =>
  ({ $client: { query } }) as unknown as Db;

/** Retries `work` after a deadlock, a few times at most. */
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
 * Puts the trace in front: PostgreSQL's list of running queries cuts their end off. Unprepared
 * because each comment differs; only for recorded traces.
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
    // On a pool the statement is its own transaction and retried here. Inside a transaction,
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
  /** Parameter names in the order of their numbers. */
  names: readonly string[];
  /** Planned for the values of each call. */
  isUnprepared: boolean;
}

let onStatement: ((registered: RegisteredStatement) => void) | undefined;

/** Calls `listener` for each statement created from now on, for scripts/explain. */
export function listenToStatements(listener: (registered: RegisteredStatement) => void): void {
  onStatement = listener;
}

/**
 * A frequent query, prepared once per connection; plain SQL, to be read next to its plan.
 * Parameters have names: `where id = :threadId`. `title`: its name in metrics; the build sets it to
 * the constant's name (scripts/build/name-statements.ts).
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

/** A query whose best plan depends on its values; planning per call takes about a millisecond. */
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
 * Runs `work` in a transaction. It may use only `tx`: no pool, storage or network. It may run again
 * after a deadlock, so its effects outside must come from its last run.
 */
export const inTransaction = <T>(db: Db, work: (tx: Runner) => Promise<T>): Promise<T> =>
  retryOnDeadlock(() => runTransactionOnce(db, work));
