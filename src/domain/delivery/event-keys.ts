/*
 * A delivery event names its content by a key, which is also the tag of the message in a browser.
 * The content is looked up when it is delivered, so it is as current as the database.
 */

/** SQL: the key of a notification: its group, its liked content, or itself. */
export const notificationKeySql = (n: string): string => `
  coalesce(
    ${n}.group_key,
    case
      when ${n}.kind = 'like' then format('like:%s:%s', ${n}.thread_id, ${n}.post_id)
        || coalesce(':' || ${n}.comment_id, '')
    end,
    'n:' || ${n}.id
  )`;

/** SQL: the key of all private messages of one sender. */
export const letterKeySql = (sender: string): string => `'letter:' || ${sender}`;

export const isLetterKey = (key: string): boolean => key.startsWith('letter:');

/** SQL: an id in a key; null if the key is of another type, or has no such part. */
const idInKeySql = (key: string, type: 'n' | 'like' | 'letter', part = 2): string =>
  `case when ${key} like '${type}:%' then nullif(split_part(${key}, ':', ${part}), '')::int end`;

/** SQL: a user's unread notification with this key. Each part of the union uses an index. */
export const unreadNotificationSql = (user: string, key: string): string => `
  select *
  from notification
  where user_id = ${user} and group_key = ${key} and read_at is null
  union all
  select *
  from notification
  where id = ${idInKeySql(key, 'n')} and user_id = ${user} and read_at is null
  union all
  select *
  from notification
  where kind = 'like'
    and user_id = ${user}
    and thread_id = ${idInKeySql(key, 'like')}
    and coalesce(post_id, 0) = coalesce(${idInKeySql(key, 'like', 3)}, 0)
    and coalesce(comment_id, 0) = coalesce(${idInKeySql(key, 'like', 4)}, 0)
    and read_at is null
  limit 1`;

/** SQL: a user's unread private messages of the sender in this key, as `l`. */
export const unreadLettersSql = (user: string, key: string): string => `
  from letter l
  where l.receiver_id = ${user}
    and l.sender_id = ${idInKeySql(key, 'letter')}
    and l.read_at is null
    and l.deleted_by_receiver is null
    and l.hidden_at is null`;
