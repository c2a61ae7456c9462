import { z } from 'zod';
import { int, namedObject } from './field-types.ts';
import { PendingPurgesWire, PerformActionWire } from './moderation.ts';

/* Shared replies of the admin area. */

/** `more`: not all rows were counted; `past`: the last row's position, if supported. */
export const tableReply = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: int, more: z.boolean().optional(), past: int.optional() });

export const AdminUndoWire = z.object({ path: z.string(), body: PerformActionWire });
export const AdminActionResultWire = z
  .object({
    changed: z.array(int),
    undo: z.array(AdminUndoWire),
    cdn: PendingPurgesWire.optional(),
  })
  .meta({
    id: 'AdminActed',
    description:
      '`undo`: the calls below /api that undo the change, in this order. `cdn`: takedowns that the CDN has not confirmed',
  });
export type AdminActionResultWire = z.infer<typeof AdminActionResultWire>;

/** Number of pages to re-render. */
export const ChangedPagesWire = z.object({ pages: int });

export const ChangedVersionWire = z.object({ version: int });

export const AdminPictureWire = namedObject('AdminPicture', { url: z.string() });
