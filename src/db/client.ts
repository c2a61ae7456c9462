import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DATABASE_POOLS, type DatabasePoolKind } from '#contracts/limits.ts';
import { getTransactionPool } from '#platform/transaction.ts';
import { PoolExhausted } from '#platform/unavailable.ts';
import * as schema from './schema/index.ts';

// Ids and counts are far below 2^53, and count(*) is an int8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** Inside `db.transaction(async (tx) => …)`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface DbOptions {
  url: string;
  /** What it is for: each kind has limits of its own. */
  kind: DatabasePoolKind;
  /** Connections at most, where it isn't the kind's own number. */
  maxConnections?: number | undefined;
  name?: string;
  /**
   * Hears of code that asks for a second connection inside a transaction; without it that throws.
   */
  onNestedConnection?: ((error: Error) => void) | undefined;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool whose queue is bounded in length and time, and that finds code which could make it wait
 * for itself.
 */
class BoundedPool extends pg.Pool {
  readonly #limits: (typeof DATABASE_POOLS)[DatabasePoolKind];
  readonly #connections: number;
  readonly #onNested: ((error: Error) => void) | undefined;
  /** When those began to wait who wait for a connection now (ms), the first one first. */
  readonly #waiting = new Set<{ since: number }>();

  constructor({ url, kind, maxConnections, name = 'forum', onNestedConnection }: DbOptions) {
    const limits = DATABASE_POOLS[kind];
    const connections = maxConnections ?? limits.connections;
    super({
      connectionString: url,
      max: connections,
      application_name: name,
      connectionTimeoutMillis: limits.acquireMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      ...(limits.statementMs > 0
        ? {
            statement_timeout: limits.statementMs,
            query_timeout: limits.statementMs + limits.lockMs,
          }
        : {}),
      ...(limits.lockMs > 0 ? { lock_timeout: limits.lockMs } : {}),
      ...(limits.idleInTransactionMs > 0
        ? { idle_in_transaction_session_timeout: limits.idleInTransactionMs }
        : {}),
    });
    this.#limits = limits;
    this.#connections = connections;
    this.#onNested = onNestedConnection;
  }

  /** Why a connection isn't given right now; undefined when it is, or may be waited for. */
  #refusal(): Error | undefined {
    if (getTransactionPool() === this && !this.#limits.isNested) {
      const nested = new Error(
        'another connection of the same pool is asked for inside a transaction',
      );
      if (!this.#onNested) return nested;
      this.#onNested(nested);
    }
    const [first] = this.#waiting;
    if (!first) return undefined;
    const { maxWaiting, maxQueueMs } = this.#limits;
    if (this.#waiting.size >= maxWaiting)
      return new PoolExhausted('too many wait for a connection to the database');
    if (maxQueueMs > 0 && performance.now() - first.since > maxQueueMs)
      return new PoolExhausted('connections to the database are waited for too long');
    return undefined;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const refusal = this.#refusal();
    if (refusal) {
      if (!callback) return Promise.reject(refusal);
      process.nextTick(callback, refusal, undefined, () => {});
      return undefined;
    }
    if (this.idleCount > 0 || this.totalCount < this.#connections) return this.#connect(callback);
    const waiter = { since: performance.now() };
    this.#waiting.add(waiter);
    if (!callback) return super.connect().finally(() => this.#waiting.delete(waiter));
    return this.#connect((...answer) => {
      this.#waiting.delete(waiter);
      callback(...answer);
    });
  }

  #connect(callback: ConnectCallback | undefined): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }
}

/** Opens a pool. Errors of idle connections are dropped: the next query reconnects or reports. */
export function createDb(options: DbOptions): Db {
  const client = new BoundedPool(options);
  client.on('error', () => {});
  client.on('connect', (one) => one.on('error', () => {}));
  return drizzle({ client, schema, casing: 'snake_case' }) as Db;
}

export { schema };
