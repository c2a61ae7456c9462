/**
 * SQL, the end of an insert into notification: one that has the group key of an unread one of the
 * same user is counted by that, which comes to the top with its latest actor and still leads to the
 * first post.
 */
export const GROUP_NOTIFICATIONS_SQL = `
  on conflict (user_id, group_key) where read_at is null and group_key is not null do update
  set
    id = excluded.id,
    count = notification.count + 1,
    actor_id = excluded.actor_id,
    created_at = now()`;

interface GroupRef {
  /** SQL expressions: the receiver, the id and the group key that the notification had. */
  user: string;
  id: string;
  group: string;
  /** SQL: the post that the group leads to. A later group of the same key leads to another one. */
  post?: string;
}

/**
 * SQL, the notification with this id. Its group gets a new id with each event: if the id is gone,
 * it is the unread one of the group.
 */
export const findNotificationSql = (
  columns: string,
  { user, id, group, post }: GroupRef,
): string => `
  select ${columns}
  from notification
  where id = ${id} and user_id = ${user}
  union all
  select ${columns}
  from notification
  where user_id = ${user}
    and group_key = ${group}
    and read_at is null
    ${post ? `and post_id = ${post}` : ''}
  limit 1`;
