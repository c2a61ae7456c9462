import type pg from 'pg';
import type { Db } from '#db/client.ts';
import { remindOfMissed } from '#domain/reading/bookmark/remind.ts';
import type { BackupInfo } from './archive.ts';

/*
 * Corrects rows of a restored database that are outdated. The former forum ran on after the backup
 * and may have sent messages; nobody receives one twice (decisions/backups.md).
 */

const STATEMENTS = [
  // Mail is sent within minutes; whether the server accepted it is unknown.
  `
    update mail
    set state = 'failed', error = 'interrupted', updated_at = now()
    where state in ('waiting', 'sending')`,
  `delete from delivery_event where due_at <= now()`,
  `update mail_choice set digest_at = mail_digest_due(time_zone) where digest_at <= now()`,
  // Backups omit the files. A failed export doesn't block a new request.
  `
    update account_export
    set state = 'failed', finished_at = now()
    where state = 'ready'`,
];

/** Marks all that became due since the backup as delivered, without mail or push. Idempotent. */
export async function settleRestored(db: Db): Promise<void> {
  await remindOfMissed(db);
  for (const statement of STATEMENTS) await db.$client.query(statement);
}

/** Queues texts that the search index lacks: older backups don't contain the queue. */
export async function noteUnindexed(client: pg.ClientBase, { tables }: BackupInfo): Promise<void> {
  const isSaved = (table: string) => tables.some(({ name }) => name === table);
  if (isSaved('search_change') || !isSaved('post_search')) return;
  await client.query(`
    insert into search_change (post_id, comment_id)
    select post_id, comment_id
    from (
      select id as post_id, 0 as comment_id from post
      union all
      select post_id, id from comment
    ) text
    where not exists (
      select
      from post_search indexed
      where indexed.post_id = text.post_id and indexed.comment_id = text.comment_id
    )
    order by post_id, comment_id`);
}
