import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import {
  invalidate,
  toInvalidations,
  type Urgency,
  urgency,
} from '#publish/outbox/invalidation.ts';
import { type AdminAction, logAdminAction } from './log/log-admin-action.ts';
import { countPagesWithAnyTag } from './publishing/count-pages.ts';

/** What a change by an administrator leaves: an entry of the action log, and pages to render. */
interface AdminChange extends AdminAction {
  /** Tags of the pages that show what changed. */
  tags?: readonly string[];
  urgency?: Urgency;
}

/** Leaves what a change must, in its own transaction. Returns how many pages are rendered again. */
export async function recordAdminChange(
  tx: Runner,
  { tags = [], urgency: pageUrgency = urgency.moderation, ...action }: AdminChange,
): Promise<number> {
  await logAdminAction(tx, action);
  if (tags.length === 0) return 0;
  await invalidate(tx, toInvalidations(pageUrgency, ...tags));
  return countPagesWithAnyTag(tx, tags);
}

interface VersionedEdit<Row, Saved> {
  read(tx: Runner): Promise<Row | undefined>;
  /** Writes the row if its version is still the one that was edited. */
  update(tx: Runner, before: Row): Promise<Saved[]>;
  toChange(before: Row, saved: Saved): AdminChange;
}

/**
 * Changes a row that others may change too. Returns its version and how many pages are rendered
 * again. Throws notFound, and conflict with the row as it is.
 */
export const editVersioned = <Row, Saved extends { version: number }>(
  db: Db,
  { read, update, toChange }: VersionedEdit<Row, Saved>,
): Promise<{ version: number; pages: number }> =>
  inTransaction(db, async (tx) => {
    const before = await read(tx);
    if (!before) throw new AppError('notFound');
    const [saved] = await update(tx, before);
    if (!saved) throw new AppError('conflict', { payload: await read(tx) });
    return { version: saved.version, pages: await recordAdminChange(tx, toChange(before, saved)) };
  });
