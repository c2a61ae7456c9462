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
