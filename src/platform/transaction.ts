import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Which transaction the running code is inside of. A transaction holds a connection, and often
 * locks that others wait for: code inside of it must not wait for anything else. A second
 * connection of the same pool would let as many calls as the pool has connections wait for each
 * other forever; a slow bucket or service would make the whole pool wait.
 */

interface Scope {
  /** The pool that the connection belongs to. */
  readonly pool: object;
  /** False once it has ended: work that it started and nobody waits for is free again. */
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` as the inside of a transaction on a connection of `pool`. */
export async function transactionScope<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { pool, open: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.open = false;
  }
}

/** The pool whose connection the running code holds in a transaction; undefined outside of one. */
export function poolInTransaction(): object | undefined {
  const scope = scopes.getStore();
  return scope?.open ? scope.pool : undefined;
}

/** Throws inside of a transaction; `what` names what must not be waited for there. */
export function refuseInTransaction(what: string): void {
  if (poolInTransaction()) throw new Error(`${what} is used inside a transaction`);
}
