import { z } from 'zod';
import { int } from './field-types.ts';

/** What operators ask first, beside how publishing is. */
export const OperationWire = z
  .object({
    /** Of the program, and the fingerprint of its build. */
    version: z.string(),
    build: z.string(),
    database_bytes: int,
    /** When the last backup was made and how large it is; null without one. */
    backup: z.object({ at: z.string(), bytes: int }).nullable(),
    /**
     * The certificate of the identity provider, as it was looked at last: until when it is valid,
     * or why that isn't known. Null where there is none.
     */
    certificate: z
      .object({
        host: z.string(),
        ends_at: z.string().nullable(),
        error: z.string(),
        checked_at: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'Operation' });
export type OperationWire = z.infer<typeof OperationWire>;
