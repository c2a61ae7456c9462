import { MODERATOR_GROUP_ID } from '#contracts/admin-choices.ts';
import { QUEUE_NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { ADMIN_GROUP_ID, ADMIN_USER_IDS, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { COUNT_REPORTED_ITEMS_SQL } from '../../shared/item-sql.ts';
import { isPendingReviewSql } from '../../shared/visibility.ts';

/*
 * Notifications of review and report queues (R28, R30): one per moderator, kind and forum, with the
 * current queue length. Readers omit it when the queue is empty or the moderator lost the right.
 */

/** SQL: ids of the groups whose members moderate everywhere. */
export const ADMIN_GROUPS_SQL = `(${SUPER_ADMIN_GROUP_ID}, ${ADMIN_GROUP_ID})`;

/**
 * SQL: whether the user of this alias may handle the kind (an expression) in the forum. Forum 0
 * means reported private messages. Must match report.handle and review.handle of auth/rights.ts.
 */
export const mayHandleSql = (user: string, kind: string, forum: string): string => `(
  ${user}.left_at is null
  and not coalesce(${isBannedSql(user)}, false)
  and (
    ${user}.group_id in ${ADMIN_GROUPS_SQL}
    or ${user}.id in (${ADMIN_USER_IDS.join()})
    or exists (
      select
      from forum_moderator m
      join "group" g
        on g.id = coalesce(
          (select id from "group" where id = ${MODERATOR_GROUP_ID}),
          ${user}.group_id
        )
      where m.forum_id = ${forum}
        and m.user_id = ${user}.id
        and (${kind} = 'reportQueue' or g.allow_update)
    )
  )
)`;

/** SQL: the queue's length for a notification's receiver, without their own reports and texts. */
export const queueLengthSql = (n: string): string => `
  case ${n}.kind
    when 'reportQueue' then (
      select ${COUNT_REPORTED_ITEMS_SQL}::int
      from report r
      where r.state in ('open', 'taken')
        and coalesce(r.forum_id, 0) = ${n}.forum_id
        and r.reporter_id <> ${n}.user_id
        and coalesce(
          (select sender_id from letter where id = r.letter_id),
          (select user_id from comment where id = r.comment_id),
          (select user_id from post where id = r.post_id)
        ) <> ${n}.user_id
    )
    else (
      select count(*)::int
      from post p
      ${joinByKeySql('thread', 't', 'p.thread_id')}
      where ${isPendingReviewSql('p')}
        and t.state = 'normal'
        and p.forum_id = ${n}.forum_id
        and p.user_id <> ${n}.user_id
    ) + (
      select count(*)::int
      from comment c
      ${joinByKeySql('post', 'p', 'c.post_id')}
      ${joinByKeySql('thread', 't', 'c.thread_id')}
      where ${isPendingReviewSql('c')}
        and p.state = 'normal'
        and t.state = 'normal'
        and p.forum_id = ${n}.forum_id
        and c.user_id <> ${n}.user_id
    )
  end`;

/** SQL: the notification has a queue kind. */
export const isQueueKindSql = (n: string): string =>
  `${n}.kind in (${QUEUE_NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join()})`;

/** SQL: false for a queue notification if the queue is empty or no longer the receiver's. */
export const isCurrentSql = (n: string): string => `
  case
    when ${isQueueKindSql(n)} then ${queueLengthSql(n)} > 0
      and exists (
        select
        from "user" able
        where able.id = ${n}.user_id and ${mayHandleSql('able', `${n}.kind`, `${n}.forum_id`)}
      )
    else true
  end`;
