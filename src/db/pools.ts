import { SILENCE_MS } from '#platform/limits.ts';

/**
 * Limits of a connection pool. Times are milliseconds; 0 is no limit.
 * - connections: maximum, unless DATABASE_POOL or a caller overrides it.
 * - maxWaiting, acquireMs: how many callers may wait for a connection, and for how long.
 * - maxQueueMs: while the first caller waits longer than that, new ones are refused at once.
 * - idleSessionMs: PostgreSQL ends a session that runs nothing for longer, with its locks.
 * - isNested: code inside a transaction may ask for another connection.
 * - hasGenericPlans: statements are planned once per connection: with many pages in turn, planning
 *   costs more than running (decisions/database.md).
 */
interface DatabasePool {
  connections: number;
  maxWaiting: number;
  acquireMs: number;
  maxQueueMs: number;
  statementMs: number;
  lockMs: number;
  idleInTransactionMs: number;
  idleSessionMs?: number;
  isNested: boolean;
  hasGenericPlans: boolean;
}
export type DatabasePoolKind = 'requests' | 'renderer' | 'publisher' | 'jobs' | 'maintenance';

export const DATABASE_POOLS: Readonly<Record<DatabasePoolKind, DatabasePool>> = {
  /** A blocked table costs each connection lockMs; other callers get an error at once. */
  requests: {
    connections: 16,
    maxWaiting: 256,
    acquireMs: 3_000,
    maxQueueMs: 1_000,
    statementMs: 10_000,
    lockMs: 2_000,
    idleInTransactionMs: 10_000,
    isNested: false,
    hasGenericPlans: false,
  },
  renderer: {
    connections: 4,
    maxWaiting: 1_000,
    acquireMs: 5_000,
    maxQueueMs: 0,
    statementMs: 15_000,
    lockMs: 3_000,
    idleInTransactionMs: 15_000,
    isNested: false,
    hasGenericPlans: true,
  },
  /**
   * Each of the publisher's three loops holds a connection and asks for another; eight suffice.
   * Sessions with locks send beats (withBeats), so that only dead ones are ended.
   */
  publisher: {
    connections: 8,
    maxWaiting: 1_000,
    acquireMs: 5_000,
    maxQueueMs: 0,
    statementMs: 0,
    lockMs: 0,
    idleInTransactionMs: SILENCE_MS,
    idleSessionMs: SILENCE_MS,
    isNested: true,
    hasGenericPlans: true,
  },
  /** The job queue's own connection, and the queries of running jobs. */
  jobs: {
    connections: 6,
    maxWaiting: 100,
    acquireMs: 30_000,
    maxQueueMs: 0,
    statementMs: 600_000,
    lockMs: 30_000,
    idleInTransactionMs: 120_000,
    isNested: false,
    hasGenericPlans: false,
  },
  /** Programs of operators: migrations, backups, publishing, seeding. They have no time limit. */
  maintenance: {
    connections: 2,
    maxWaiting: 1_000,
    acquireMs: 30_000,
    maxQueueMs: 0,
    statementMs: 0,
    lockMs: 0,
    idleInTransactionMs: 0,
    isNested: false,
    hasGenericPlans: false,
  },
};

/** Attempts of a transaction that is ended by deadlocks. */
export const MAX_TRANSACTION_TRIES = 3;
