import { z } from 'zod';
import { MAX_REASON_CHARACTERS } from '../limits.ts';
import { POSTS_CHOICES } from '../posts-choices.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* Deletion and export of a user's data. */

const posts = z.enum(POSTS_CHOICES);

export const AccountDeletionWire = namedObject('AccountDeletion', {
  posts,
  created_at: time,
  /** The deletion is carried out from then on. */
  due_at: time,
  by_administrator: z.boolean(),
  /** For an administrator's order. */
  reason: z.string(),
});
export type AccountDeletionWire = z.infer<typeof AccountDeletionWire>;

/** null: not ordered. */
export const AccountDeletionReplyWire = dataReply(
  'AccountDeletionReply',
  AccountDeletionWire.nullable(),
);

export const DeleteAccountWire = namedObject('DeleteAccount', { posts });

const reason = z.string().trim().min(1).max(MAX_REASON_CHARACTERS);
export const OrderDeletionWire = namedObject('OrderDeletion', { posts, reason });
export const OrderReasonWire = namedObject('OrderReason', { reason });

const EXPORT_STATES = ['waiting', 'running', 'ready', 'fetched', 'failed', 'expired'] as const;

export const AccountExportWire = namedObject('AccountExport', {
  id: int,
  state: z.enum(EXPORT_STATES),
  created_at: time,
  /** Download deadline of a finished export. */
  expires_at: time.nullable(),
  bytes: int,
  by_administrator: z.boolean(),
});
export type AccountExportWire = z.infer<typeof AccountExportWire>;

/** The latest export, and when the next may be ordered: null is now. */
export const AccountExportReplyWire = dataReply(
  'AccountExportReply',
  z.object({ latest: AccountExportWire.nullable(), next_at: time.nullable() }),
);
export type AccountExportStatus = z.infer<typeof AccountExportReplyWire>['data'];

export const AdminOwnDataWire = namedObject('AdminOwnData', {
  deletion: AccountDeletionWire.nullable(),
  /** When the account was deleted. */
  left_at: time.nullable(),
  export: AccountExportWire.nullable(),
  export_next_at: time.nullable(),
});
export type AdminOwnDataWire = z.infer<typeof AdminOwnDataWire>;
