import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * The transaction of the running code. It holds a connection and locks, so it must wait for nothing
 * else: nested connections can deadlock, and a slow bucket would block the whole pool.
 */

interface TransactionScope {
  readonly pool: object;
  /** False after its end: work that it started without awaiting is free again. */
  isOpen: boolean;
}

const currentScope = new AsyncLocalStorage<TransactionScope>();

/** Runs `work` as part of a transaction on a connection of `pool`. */
export async function runInTransactionScope<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const scope: TransactionScope = { pool, isOpen: true };
  try {
    return await currentScope.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** The pool whose connection the running code holds in a transaction; undefined outside of one. */
export function getTransactionPool(): object | undefined {
  const scope = currentScope.getStore();
  return scope?.isOpen ? scope.pool : undefined;
}

/** Throws inside a transaction; `what` names the forbidden wait. */
export function assertNotInTransaction(what: string): void {
  if (getTransactionPool()) throw new Error(`${what} is used inside a transaction`);
}
