import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner } from '#db/statement.ts';
import { invalidate, toInvalidations, type Urgency, urgency } from '#outbox/invalidation.ts';
import { countPagesWithAnyTag } from '../shared/count-pages.ts';
import { type AdminAction, logAdminAction } from './log-admin-action.ts';

interface AdminChange extends AdminAction {
  tags?: readonly string[];
  urgency?: Urgency;
}

/** Logs a change and invalidates its pages, in its transaction. Returns the number of pages. */
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
  /** Updates the row if its version is still that of `before`. */
  update(tx: Runner, before: Row): Promise<Saved[]>;
  toChange(before: Row, saved: Saved): AdminChange;
}

/**
 * Returns the version and the number of pages to render. Throws notFound, conflict (with the row).
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
