export class TooLateError extends Error {
  override name = 'TooLateError';
}

/** Rejects if the work exceeds the time; a later result is ignored. */
export async function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  createError = () => new TooLateError('too late'),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Runs work with a signal that also aborts after a time. AbortSignal.any would leak an entry per
 * call on a long-lived signal.
 */
export async function withDeadline<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  const timer = setTimeout(
    () => controller.abort(new DOMException('the work took too long', 'TimeoutError')),
    milliseconds,
  );
  return work(controller.signal).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}
