export class TooLateError extends Error {
  override name = 'TooLateError';
}

/** Rejects when the work takes longer than so many milliseconds; its later result is ignored. */
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
