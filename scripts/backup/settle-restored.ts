import type pg from 'pg';
import type { Db } from '#db/client.ts';
import { remindOfMissed } from '#domain/bookmark/remind.ts';
import type { BackupInfo } from './archive.ts';

/*
 * Corrects rows of a restored database that are no longer true. After the backup, the former forum
 * ran on and may have sent messages that became due. Nobody receives them twice
 * (decisions/backups.md).
 */

const STATEMENTS = [
  // Letters were handed over within minutes; whether the mail server took them isn't known.
  `
    update mail
    set state = 'failed', error = 'interrupted', updated_at = now()
    where state in ('waiting', 'sending')`,
  `delete from mail_event where due_at <= now()`,
  `delete from push_event where due_at <= now()`,
  `update mail_choice set digest_at = mail_digest_due(time_zone) where digest_at <= now()`,
  // Their files aren't in the backup. One that failed doesn't count: another may be ordered.
  `
    update account_export
    set state = 'failed', finished_at = now()
    where state = 'ready'`,
];

/**
 * Marks as delivered what became due since the backup; what is due later stays. Reminders of that
 * time are shown among the notifications, and are neither mailed nor pushed. May run twice.
 */
export async function settleRestored(db: Db): Promise<void> {
  await remindOfMissed(db);
  for (const statement of STATEMENTS) await db.$client.query(statement);
}

/**
 * Notes the texts that the search lacks. Backups of older versions don't say which texts were
 * waiting to be indexed.
 */
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
