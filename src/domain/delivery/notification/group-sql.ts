/**
 * SQL, the end of an insertion: an unread notification with the same user and group key counts the
 * new one. It moves to the top, names the latest actor, and still leads to the first post.
 */
export const GROUP_NOTIFICATIONS_SQL = `
  on conflict (user_id, group_key) where read_at is null and group_key is not null do update
  set
    id = excluded.id,
    count = notification.count + 1,
    actor_id = excluded.actor_id,
    created_at = now()`;
