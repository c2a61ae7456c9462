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
/** One of two concurrent downloads succeeds. */
const claimReady = statement<unknown, { id: number }>(`
  update account_export
  set state = 'fetched'
  where id = :id and state = 'ready' and expires_at > now()
  returning 1`);
const giveBack = statement<unknown, { id: number }>(
  `update account_export set state = 'ready' where id = :id and state = 'fetched'`,
);

export interface FetchedExport {
  /** The first read claims the archive. */
  content: AsyncGenerator<Uint8Array>;
  bytes: number;
}

/** Seconds until a retry if the archive is on another host. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Returns a person's archive for one download. The first read of `content` claims it; HEAD, or a
 * host without the file, claims nothing. A second concurrent reader gets notFound. A complete read
 * deletes it, an aborted one releases it. `actorId`: an administrator, who is logged and gets only
 * archives ordered by administrators. Throws notFound, forbidden, unavailable (file on another
 * host).
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
    let isComplete = false;
    try {
      yield* readFile(dataDir, id, claim);
      isComplete = true;
    } finally {
      // If this fails, the next sweep removes the archive.
      if (isClaimed)
        await (isComplete ? removeFile(dataDir, id) : giveBack(db, { id })).catch(() => {});
    }
  }
  return { content: readOnce(), bytes };
}
