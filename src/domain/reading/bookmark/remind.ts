import { NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { statement } from '#db/statement.ts';
import { notifySilentlySql, notifySql } from '../../delivery/events.ts';

const insertionSql = (createdAt: string): string => `
  (user_id, category, kind, thread_id, post_id, note, created_at)
  select
    due.user_id,
    ${NOTIFICATION_KINDS.reminder.category},
    'reminder',
    post.thread_id,
    post.id,
    due.note,
    ${createdAt}
  from due
  join post on post.id = due.post_id`;

// One statement, so that a job that runs twice reminds once. A later reminder has another job.
export const remindOfBookmark = statement<unknown, { id: number }>(`
  with due as (
    update bookmark
    set remind_at = null
    where id = :id and remind_at <= now()
    returning user_id, post_id, note
  ),
  ${notifySql(insertionSql('now()'))}
  select`);

/** Adds all overdue reminders to the notifications, with their own time, without mail or push. */
export const remindOfMissed = statement(`
  with due as materialized (
    select user_id, post_id, note, remind_at
    from bookmark
    where remind_at < now()
    order by remind_at
    for update
  ),
  ended as (
    update bookmark
    set remind_at = null
    from due
    where bookmark.user_id = due.user_id and bookmark.post_id = due.post_id
  ),
  ${notifySilentlySql(insertionSql('due.remind_at'))}
  select`);
