/** Whether PostgreSQL refused a row because another one has the same unique value. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: string }).code === '23505';

/** Whether PostgreSQL refused a write because another row refers, or would refer, to this one. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: string }).code === '23503';

/** PostgreSQL's code for a lock that was waited for in vain. */
export const LOCK_NOT_AVAILABLE = '55P03';
