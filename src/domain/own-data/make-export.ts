import { rm } from 'node:fs/promises';
import type { Lang } from '#contracts/language.ts';
import { EXPORT_RETENTION_DAYS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import type { Storage } from '#platform/storage.ts';
import { notifyUsers } from '../delivery/notification/notify-users.ts';
import { commitFile, openPartialFile, sweepFiles } from './export-files.ts';
import { writeArchive } from './write-archive.ts';

export interface ExportContext {
  db: Db;
  storage: Storage;
  dataDir: string;
  siteUrl: string;
  timeZone: string;
  signal: AbortSignal;
}

const claim = statement<{ userId: number; lang: Lang }, { id: number }>(`
  update account_export e
  set state = 'running', seen_at = now()
  from "user" u
  where e.id = :id and u.id = e.user_id and e.state in ('waiting', 'running')
  returning e.user_id as "userId", u.language as lang`);
const noteProgress = statement<unknown, { id: number }>(`
  update account_export
  set seen_at = now()
  where id = :id and state = 'running'
  returning 1`);
const putBack = statement<unknown, { id: number }>(
  `update account_export set state = 'waiting' where id = :id and state = 'running'`,
);
const markReady = statement<unknown, { id: number; bytes: number }>(`
  update account_export
  set
    state = 'ready',
    bytes = :bytes,
    finished_at = now(),
    expires_at = now() + interval '${EXPORT_RETENTION_DAYS} days'
  where id = :id and state = 'running'
  returning 1`);
const markFailed = statement<unknown, { id: number }>(`
  update account_export
  set state = 'failed', finished_at = now()
  where id = :id and state = 'running'
  returning 1`);

const PROGRESS_MS = 10_000;

/** The archive was ended while it was made, because the account was deleted. */
class ExportEnded extends Error {}

/**
 * Makes an ordered archive and notifies its owner, also of a failure, which is thrown. Restarts an
 * interrupted one. Returns the owner's id if the archive is ready.
 */
export async function makeExport(
  { db, storage, dataDir, siteUrl, timeZone, signal }: ExportContext,
  id: number,
): Promise<number | undefined> {
  const [ordered] = await claim(db, { id });
  if (!ordered) return undefined;
  const { userId, lang } = ordered;
  let notedAt = Date.now();
  const onProgress = async () => {
    signal.throwIfAborted();
    if (Date.now() - notedAt < PROGRESS_MS) return;
    notedAt = Date.now();
    if ((await noteProgress(db, { id })).length === 0) throw new ExportEnded();
  };
  let partial: string | undefined;
  try {
    partial = await openPartialFile(dataDir, id);
    await writeArchive({ db, storage, userId, lang, siteUrl, timeZone, onProgress }, partial);
    const bytes = await commitFile(dataDir, id, partial);
    return await inTransaction(db, async (tx) => {
      if ((await markReady(tx, { id, bytes })).length === 0) return undefined;
      await notifyUsers(tx, [{ userId, kind: 'system', act: 'user.export' }]);
      return userId;
    });
  } catch (error) {
    if (error instanceof ExportEnded) return undefined;
    if (signal.aborted) await putBack(db, { id });
    else
      await inTransaction(db, async (tx) => {
        if ((await markFailed(tx, { id })).length > 0)
          await notifyUsers(tx, [{ userId, kind: 'system', act: 'user.export_failed' }]);
      });
    throw error;
  } finally {
    if (partial) await rm(partial, { force: true });
  }
}

const expire = statement<unknown>(
  `update account_export set state = 'expired' where state = 'ready' and expires_at <= now()`,
);
const selectReady = statement<{ id: number }, { ids: readonly number[] }>(
  `select id from account_export where id = any(:ids::int[]) and state = 'ready'`,
);

/** Expires archives and deletes the files of archives that can't be downloaded. */
export async function sweepExports(db: Db, dataDir: string): Promise<number> {
  await expire(db);
  return sweepFiles(
    dataDir,
    async (ids) => new Set((await selectReady(db, { ids })).map(({ id }) => id)),
  );
}
