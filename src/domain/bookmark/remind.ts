import { NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { statement } from '#db/statement.ts';

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
  insert into notification (user_id, category, kind, thread_id, post_id, note)
  select
    due.user_id,
    ${NOTIFICATION_KINDS.reminder.category},
    'reminder',
    post.thread_id,
    post.id,
    due.note
  from due
  join post on post.id = due.post_id`);
