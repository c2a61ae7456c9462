/** Whether a row violates a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: string }).code === '23505';

/** Whether a write violates a foreign key. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: string }).code === '23503';

/** SQLSTATE of a lock timeout. */
export const LOCK_NOT_AVAILABLE = '55P03';
