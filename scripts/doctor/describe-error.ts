/** Characters of an error that are shown. */
const MAX_CHARACTERS = 200;

type Described = Partial<Error> & { code?: string; errors?: unknown[]; cause?: unknown };

/** The innermost message of an error, in one line: what wraps it says less. */
export function describeError(error: unknown): string {
  const { message, code, cause, errors } = (error ?? {}) as Described;
  // one error for each address of a host that was tried
  const inner = cause ?? errors?.[0];
  if (inner) return describeError(inner);
  return (message || code || String(error)).replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS);
}
