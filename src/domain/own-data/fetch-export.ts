import type { Readable } from 'node:stream';
import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { readFile, removeFile } from './export-files.ts';
import { requireRankAbove } from './schedule-deletion.ts';

/** Of two who fetch at once, one gets it. */
const claimReady = statement<{ id: number }, { userId: number; onlyOrdered: boolean }>(`
  update account_export
  set state = 'fetched'
  where id = (select id from account_export where user_id = :userId order by id desc limit 1)
    and state = 'ready'
    and expires_at > now()
    and (ordered_by is not null or not :onlyOrdered)
  returning id`);
const giveBack = statement<unknown, { id: number }>(
  `update account_export set state = 'ready' where id = :id and state = 'fetched'`,
);

export interface FetchedExport {
  stream: Readable;
  bytes: number;
}

/**
 * Hands out the archive of somebody's data, once: when it was sent whole it is removed; when its
 * reader went away before, it can be fetched again. `actorId`: the administrator who fetches it,
 * which the log tells; they get only what an administrator ordered. Throws notFound, forbidden.
 */
export async function fetchExport(
  db: Db,
  dataDir: string,
  userId: number,
  actorId?: number,
): Promise<FetchedExport> {
  const [claimed] = await inTransaction(db, async (tx) => {
    await requireRankAbove(tx, actorId, userId);
    const rows = await claimReady(tx, { userId, onlyOrdered: actorId !== undefined });
    if (rows.length > 0 && actorId !== undefined)
      await logAdminAction(tx, { actorId, action: 'user.export_fetched', target: { userId } });
    return rows;
  });
  if (!claimed) throw new AppError('notFound');
  const { id } = claimed;
  const file = await readFile(dataDir, id);
  if (!file) throw new AppError('notFound');
  let isWhole = false;
  file.stream.once('end', () => {
    isWhole = true;
  });
  file.stream.once('close', () => {
    // What fails here is mended by the next sweep, which removes what can't be fetched.
    (isWhole ? removeFile(dataDir, id) : giveBack(db, { id })).catch(() => {});
  });
  return file;
}
