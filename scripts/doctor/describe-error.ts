const MAX_CHARACTERS = 200;

type Described = Partial<Error> & { code?: string; errors?: unknown[]; cause?: unknown };

/** The innermost message of an error, on one line: wrappers say less. */
export function describeError(error: unknown): string {
  const { message, code, cause, errors } = (error ?? {}) as Described;
  // one error per tried address of a host
  const inner = cause ?? errors?.[0];
  if (inner) return describeError(inner);
  return (message || code || String(error)).replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS);
}
