import { setTimeout as delay } from 'node:timers/promises';

/* Temporary errors of the database and the storage, by SQLSTATE or Node's code. */

/** A pool's queue is full; see db/bounded-pool.ts. */
export class PoolExhausted extends Error {
  override name = 'PoolExhausted';
}

/** A commit is on the primary only; see db/reject-unreplicated-commits.ts. */
export class UnreplicatedCommit extends Error {
  override name = 'UnreplicatedCommit';
}

/** A storage of uploads or pages doesn't respond, or refuses what it accepted before. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

const TEMPORARY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000', // connection_exception
  '08001',
  '08003',
  '08004',
  '08006', // connection_failure
  '25006', // read_only_sql_transaction: the primary became a standby
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '58030', // io_error
]);

/** Of files: a disk that is full, read-only or broken, a quota, a limit, a missing permission. */
const DISK_ERROR_CODES: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EFBIG EROFS EACCES EPERM EIO EMFILE ENFILE'.split(' '),
);

/** Whether writing fails until the operator acts: other writes would fail too. */
export const isDiskError = (error: unknown): boolean => DISK_ERROR_CODES.has(getErrorCode(error));

/** Whether pages can't be written now: neither this one nor others. */
export const isUnwritable = (error: unknown): boolean =>
  isDiskError(error) || error instanceof StorageUnavailable;

/** Messages of pg without a code. */
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed/;

/** pg's own deadline passed (`query_timeout`): the connection still waits and can't be reused. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** SQLSTATE of PostgreSQL or code of Node; '' without one. */
export const getErrorCode = (error: unknown): string =>
  String((error as { code?: unknown } | null | undefined)?.code ?? '');

function getErrorChain(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let current = error; current instanceof Error && chain.length < 5; current = current.cause)
    chain.push(current);
  return chain;
}

/** Whether an error or its cause says that the database or storage is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  return getErrorChain(error).some(
    (cause) =>
      cause instanceof PoolExhausted ||
      cause instanceof UnreplicatedCommit ||
      cause instanceof StorageUnavailable ||
      TEMPORARY_CODES.has(getErrorCode(cause)) ||
      UNAVAILABLE_MESSAGE.test(cause.message),
  );
}

/** Of those above: the connection ended during a query. */
const CONNECTION_LOST_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  '08003',
  '08006',
  '57P01',
  '57P02',
]);
const CONNECTION_LOST_MESSAGE = /Connection terminated|Client has encountered a connection error/;

/** Whether an error or its cause means a lost connection: reads may be retried on another. */
export const isConnectionLost = (error: unknown): boolean =>
  getErrorChain(error).some(
    (cause) =>
      CONNECTION_LOST_CODES.has(getErrorCode(cause)) || CONNECTION_LOST_MESSAGE.test(cause.message),
  );

/** Milliseconds in which a pool notices its ended connections. */
const LOST_CONNECTION_WAIT_MS = 50;

/** Retries idempotent work once if its connection ended, e.g. in a restart of PostgreSQL. */
export async function retryOnLostConnection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    await delay(LOST_CONNECTION_WAIT_MS);
    return work();
  }
}

/** Whether a transaction failed only because of concurrent ones: a retry mostly succeeds. */
export const isRetryableTransaction = (error: unknown): boolean =>
  getErrorCode(error) === '40P01' || getErrorCode(error) === '40001';
