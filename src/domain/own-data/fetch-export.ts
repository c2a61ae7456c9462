import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement, toRunner } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { getFileBytes, readFile, removeFile } from './export-files.ts';
import { requireRankAbove } from './schedule-deletion.ts';

const findReady = statement<{ id: number }, { userId: number; onlyOrdered: boolean }>(`
  select id
  from account_export
  where id = (select id from account_export where user_id = :userId order by id desc limit 1)
    and state = 'ready'
    and expires_at > now()
    and (ordered_by is not null or not :onlyOrdered)`);
/** Of two who fetch at once, one gets it. */
const claimReady = statement<unknown, { id: number }>(`
  update account_export
  set state = 'fetched'
  where id = :id and state = 'ready' and expires_at > now()
  returning 1`);
const giveBack = statement<unknown, { id: number }>(
  `update account_export set state = 'ready' where id = :id and state = 'fetched'`,
);

export interface FetchedExport {
  /** Its bytes; claimed by the first of them. */
  content: AsyncGenerator<Uint8Array>;
  bytes: number;
}

/** Seconds after which the fetch of an archive that is on another host may be repeated. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Hands out the archive of somebody's data, once. The first read of its content claims it, after
 * the file is open: HEAD, or a host without the file, claims nothing. If the reader reads it to
 * its end, it is removed; if the reader stops before, it can be fetched again. Of two readers that
 * begin at once, the second gets notFound instead of the first byte.
 *
 * `actorId`: the administrator who fetches it, which the log tells; they get only what an
 * administrator ordered. Throws notFound, forbidden, and unavailable if the file is on another
 * host.
 */
export async function fetchExport(
  db: Db,
  dataDir: string,
  userId: number,
  actorId?: number,
): Promise<FetchedExport> {
  await requireRankAbove(toRunner(db), actorId, userId);
  const [ready] = await findReady(db, { userId, onlyOrdered: actorId !== undefined });
  if (!ready) throw new AppError('notFound');
  const { id } = ready;
  const bytes = await getFileBytes(dataDir, id);
  if (bytes === undefined) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });

  let isClaimed = false;
  const claim = () =>
    inTransaction(db, async (tx) => {
      if ((await claimReady(tx, { id })).length === 0) throw new AppError('notFound');
      if (actorId !== undefined)
        await logAdminAction(tx, { actorId, action: 'user.export_fetched', target: { userId } });
    }).then(() => {
      isClaimed = true;
    });
  async function* readOnce(): AsyncGenerator<Uint8Array> {
    let isWhole = false;
    try {
      yield* readFile(dataDir, id, claim);
      isWhole = true;
    } finally {
      // If this fails, the next sweep removes the archive.
      if (isClaimed)
        await (isWhole ? removeFile(dataDir, id) : giveBack(db, { id })).catch(() => {});
    }
  }
  return { content: readOnce(), bytes };
}
