import pg from 'pg';
import { DATABASE_POOLS, type DatabasePoolKind } from '#db/pools.ts';
import { destroyConnection } from '#platform/destroy-connection.ts';
import { poolRefusals, poolWaitSeconds } from '#platform/metrics.ts';
import { getTransactionPool } from '#platform/transaction.ts';
import { PoolExhausted } from '#platform/unavailable.ts';
import { KEEP_ALIVE } from './keep-alive.ts';

export interface DbOptions {
  url: string;
  kind: DatabasePoolKind;
  /** Overrides the connection limit of the kind. */
  maxConnections?: number | undefined;
  name?: string;
  /** Prepares each new connection; if it fails, so does the request for a connection. */
  prepareConnection?: ((connection: pg.PoolClient) => Promise<void>) | undefined;
  /** Called if code asks for a second connection in a transaction; the default throws. */
  onNestedConnection?: ((error: Error) => void) | undefined;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool with a bounded queue. It detects nested requests for connections: they can deadlock.
 * Errors of idle connections are dropped: the next query reconnects or reports.
 */
export class BoundedPool extends pg.Pool {
  readonly #kind: DatabasePoolKind;
  readonly #limits: (typeof DATABASE_POOLS)[DatabasePoolKind];
  readonly #maxConnections: number;
  readonly #onNestedConnection: ((error: Error) => void) | undefined;
  /** Waiting callers, the longest first; `since` is performance.now(). */
  readonly #waiters = new Set<{ since: number }>();
  readonly #clients = new Set<pg.PoolClient>();

  constructor({
    url,
    kind,
    maxConnections,
    name = 'forum',
    prepareConnection,
    onNestedConnection,
  }: DbOptions) {
    const limits = DATABASE_POOLS[kind];
    const connections = maxConnections ?? limits.connections;
    super({
      connectionString: url,
      max: connections,
      application_name: name,
      connectionTimeoutMillis: limits.acquireMs,
      idleTimeoutMillis: limits.idleSessionMs === undefined ? 60_000 : limits.idleSessionMs / 2,
      ...KEEP_ALIVE,
      ...(prepareConnection
        ? {
            verify: (client: pg.PoolClient, done: (error?: Error) => void) =>
              void prepareConnection(client).then(() => done(), done),
          }
        : {}),
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
      options: [
        KEEP_ALIVE.options,
        limits.hasGenericPlans ? '-c plan_cache_mode=force_generic_plan' : '',
        limits.idleSessionMs ? `-c idle_session_timeout=${limits.idleSessionMs}` : '',
      ].join(' '),
    });
    this.#kind = kind;
    this.#limits = limits;
    this.#maxConnections = connections;
    this.#onNestedConnection = onNestedConnection;
    this.on('error', () => {});
    this.on('connect', (client) => {
      client.on('error', () => {});
      this.#clients.add(client);
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** Closes all connections after their machine or route vanished. Their statements fail. */
  destroyConnections(): void {
    for (const client of this.#clients) destroyConnection(client);
  }

  /** The error if no connection is available and the caller may not wait; else undefined. */
  #refusal(): Error | undefined {
    if (getTransactionPool() === this && !this.#limits.isNested) {
      const nested = new Error(
        'another connection of the same pool is asked for inside a transaction',
      );
      if (!this.#onNestedConnection) return nested;
      this.#onNestedConnection(nested);
    }
    const [first] = this.#waiters;
    if (!first) return undefined;
    const { maxWaiting, maxQueueMs } = this.#limits;
    if (this.#waiters.size >= maxWaiting)
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
      poolRefusals.inc({ pool: this.#kind });
      if (!callback) return Promise.reject(refusal);
      process.nextTick(callback, refusal, undefined, () => {});
      return undefined;
    }
    if (this.idleCount > 0 || this.totalCount < this.#maxConnections)
      return this.#connect(callback);
    const waiter = { since: performance.now() };
    this.#waiters.add(waiter);
    const stopWaiting = () => {
      this.#waiters.delete(waiter);
      poolWaitSeconds.observe({ pool: this.#kind }, (performance.now() - waiter.since) / 1_000);
    };
    if (!callback) return super.connect().finally(stopWaiting);
    return this.#connect((...answer) => {
      stopWaiting();
      callback(...answer);
    });
  }

  #connect(callback: ConnectCallback | undefined): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }
}
