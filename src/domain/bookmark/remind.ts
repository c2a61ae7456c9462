import { NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { statement } from '#db/statement.ts';

const insertSql = (createdAt: string): string => `
  insert into notification (user_id, category, kind, thread_id, post_id, note, created_at)
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

// The reminder and its end are one statement: a job that runs twice reminds once. A bookmark whose
// reminder was put off meanwhile has another job.
/** Reminds the owner of a bookmark whose time has come. */
export const remindOfBookmark = statement<unknown, { id: number }>(`
  with due as (
    update bookmark
    set remind_at = null
    where id = :id and remind_at <= now()
    returning user_id, post_id, note
  )
  ${insertSql('now()')}`);

/**
 * Reminds of everything whose time has passed, as of that time. Old reminders are listed among the
 * notifications, and are neither mailed nor pushed.
 */
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
  )
  ${insertSql('due.remind_at')}`);
