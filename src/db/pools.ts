/* The database's connections. */

/**
 * What a pool of connections is for, and how long what is asked of it may take. Times are
 * milliseconds; 0 is no limit.
 * - connections: at most, unless DATABASE_POOL or a caller says otherwise;
 * - maxWaiting: how many may wait for a connection at once, acquireMs: for how long;
 * - maxQueueMs: while the first in the queue waits longer than that, who comes anew is refused at
 *   once;
 * - statementMs, lockMs, idleInTransactionMs: PostgreSQL's statement_timeout, lock_timeout and
 *   idle_in_transaction_session_timeout;
 * - isNested: code inside a transaction may ask for another connection;
 * - hasGenericPlans: statements are planned once per connection, for any values; what is asked for
 *   a thousand pages in turn takes longer to plan than to run (decisions/database.md).
 */
interface DatabasePool {
  connections: number;
  maxWaiting: number;
  acquireMs: number;
  maxQueueMs: number;
  statementMs: number;
  lockMs: number;
  idleInTransactionMs: number;
  isNested: boolean;
  hasGenericPlans: boolean;
}
export type DatabasePoolKind = 'requests' | 'renderer' | 'publisher' | 'jobs' | 'maintenance';

export const DATABASE_POOLS: Readonly<Record<DatabasePoolKind, DatabasePool>> = {
  /**
   * What somebody waits for. A stuck table costs each connection lockMs, and others an answer at
   * once.
   */
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
  /** Reads for pages that are rendered. */
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
   * Advisory locks and open touches while pages are rendered: both last as long as that takes. Each
   * of the publisher's three loops holds one and asks for another one, which eight suffice for.
   */
  publisher: {
    connections: 8,
    maxWaiting: 1_000,
    acquireMs: 5_000,
    maxQueueMs: 0,
    statementMs: 0,
    lockMs: 0,
    idleInTransactionMs: 0,
    isNested: true,
    hasGenericPlans: true,
  },
  /** The queue's own connection, and what jobs at work read and write. */
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
  /**
   * Programs that an operator starts: migrations, backups, publishing, seeding. They take as long
   * as they take.
   */
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

/** Attempts of a transaction that deadlocks end. */
export const MAX_TRANSACTION_TRIES = 3;
