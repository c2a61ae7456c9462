import { NOTIFICATION_KINDS, type QueueNotificationKind } from '#contracts/notifications.ts';
import { ADMIN_USER_IDS } from '#contracts/ranks.ts';
import { type Runner, statement } from '#db/statement.ts';
import { notifySql } from '../events.ts';
import { GROUP_NOTIFICATIONS_SQL } from './group-sql.ts';
import { wantsKindSql } from './notify-users.ts';
import { ADMIN_GROUPS_SQL, mayHandleSql } from './queue-notices.ts';

export interface QueueNotice {
  kind: QueueNotificationKind;
  /** 0: reported private messages, which administrators handle. */
  forumId: number;
  /** The reporter and the author. */
  exceptIds: readonly number[];
}

// Ordered by id, so that concurrent writers lock rows in the same order.
const insertQueueNotices = statement<unknown, QueueNotice>(`
  with able as materialized (
    select u.id
    from "user" u
    where u.id = any(
        array(select user_id from forum_moderator where forum_id = :forumId::int)
        || array(select id from "user" where group_id in ${ADMIN_GROUPS_SQL})
        || array[${ADMIN_USER_IDS.join()}]
      )
      and u.id <> all(:exceptIds::int[])
      and ${wantsKindSql('u', ':kind::text')}
      and ${mayHandleSql('u', ':kind::text', ':forumId::int')}
    order by u.id
  ),
  replaced as (
    delete from notification n
    using able
    where n.forum_id = :forumId::int
      and n.kind = :kind::text
      and n.user_id = able.id
      and n.read_at is not null
  ),
  ${notifySql(`(user_id, category, kind, forum_id, group_key)
  select
    id,
    ${NOTIFICATION_KINDS.reportQueue.category},
    :kind::text,
    :forumId::int,
    format('%s:%s', :kind::text, :forumId::int)
  from able
  order by id
  ${GROUP_NOTIFICATIONS_SQL}`)}
  select`);

/** Notifies all users who may handle a queue's new item; an unread notification counts it. */
export async function notifyModerators(tx: Runner, notice: QueueNotice): Promise<void> {
  await insertQueueNotices(tx, notice);
}

/** Announces changed unread counts to moderators after a decision in these queues. */
export const recountQueueNotices = statement<
  unknown,
  { kind: QueueNotificationKind; forumIds: readonly number[] }
>(`
  select signal_users(
    'unread',
    array(
      select distinct user_id
      from notification
      where forum_id = any(:forumIds::int[]) and kind = :kind::text and read_at is null
    )
  )`);
