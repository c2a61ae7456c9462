/*
 * Which errors of the database and the storage say "try again later". The rest are bugs. Codes are PostgreSQL's SQLSTATE, or Node's for
 * connections that can't be made.
 */

/** More work waits for a pool than it takes on; see db/client.ts. */
export class PoolExhausted extends Error {
  override name = 'PoolExhausted';
}

/** The storage of uploads doesn't answer, or refuses what it took before. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

const TEMPORARY: ReadonlySet<string> = new Set([
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

/** What pg says without a code. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed/;

/** pg's own deadline passed (`query_timeout`): the connection still waits for the answer and can't be used any more. */
export const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null | undefined)?.code ?? '');

/** Whether an error, or what caused it, says that the database or the storage is away, busy or stuck: the same may work a little later. */
export function isUnavailable(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    if (one instanceof PoolExhausted || one instanceof StorageUnavailable || TEMPORARY.has(codeOf(one)) || LOST.test(one.message)) return true;
  }
  return false;
}

/** Whether a transaction was undone only because of others at the same moment: done again, it mostly succeeds. */
export const isRepeatable = (error: unknown): boolean => codeOf(error) === '40P01' || codeOf(error) === '40001';
