/**
 * SQL, the end of an insert into notification: an unread notification with the same user and group
 * key counts the new one. It moves to the top, names the latest actor, and still leads to the first
 * post.
 */
export const GROUP_NOTIFICATIONS_SQL = `
  on conflict (user_id, group_key) where read_at is null and group_key is not null do update
  set
    id = excluded.id,
    count = notification.count + 1,
    actor_id = excluded.actor_id,
    created_at = now()`;

interface GroupRef {
  /** SQL expressions: receiver, id and group key of the notification. */
  user: string;
  id: string;
  group: string;
  /** SQL: the post that the group leads to. A later group of the same key leads to another post. */
  post?: string;
}

/**
 * SQL: the notification with this id or, if a later event of its group changed the id, the group's.
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
