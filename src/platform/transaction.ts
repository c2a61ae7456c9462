import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Which transaction the running code is inside of. A transaction holds a connection, and often
 * locks that others wait for: code inside of it must not wait for anything else. A second
 * connection of the same pool would let as many calls as the pool has connections wait for each
 * other forever; a slow bucket or service would make the whole pool wait.
 */

interface TransactionScope {
  /** The pool that the connection belongs to. */
  readonly pool: object;
  /** False once it has ended: work that it started and nobody waits for is free again. */
  isOpen: boolean;
}

const currentScope = new AsyncLocalStorage<TransactionScope>();

/** Runs `work` as the inside of a transaction on a connection of `pool`. */
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

/** Throws inside of a transaction; `what` names what must not be waited for there. */
export function assertNotInTransaction(what: string): void {
  if (getTransactionPool()) throw new Error(`${what} is used inside a transaction`);
}
