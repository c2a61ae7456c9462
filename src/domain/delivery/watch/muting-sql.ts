import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import type { WatchKind } from '#contracts/watching.ts';
import { leftJoinRowSql } from '#db/by-key-sql.ts';
import { isCurrentSql } from '../notification/queue-notices.ts';

/* Muted content. Each condition is a primary-key look-up, independent of the number of watches. */

interface Event {
  /** SQL expressions: receiver, actor and location. */
  user: string;
  actor: string;
  thread: string;
  forum: string;
}

const isMutedSql = (kind: WatchKind, user: string, target: string): string => `
  exists (
    select from watch w
    where w.user_id = ${user}
      and w.kind = '${kind}'
      and w.target_id = ${target}
      and w.level = 'muted'
  )`;

const joinWatchSql = (alias: string, user: string, kind: WatchKind, target: string): string =>
  leftJoinRowSql(
    'watch',
    alias,
    `user_id = ${user} and kind = '${kind}' and target_id = ${target}`,
  );

/** SQL: joins the user's watch of the forum `f` as `w`, and of its section as `s`. */
export const joinForumWatchSql = (user: string): string => `
  ${joinWatchSql('w', user, 'forum', 'f.id')}
  ${joinWatchSql('s', user, 'section', 'f.section_id')}`;

/** SQL: whether `user` ignores `other` (expressions). */
export const isIgnoredSql = (user: string, other: string): string =>
  isMutedSql('user', user, other);

/** SQL: ids of users whom `user`, a parameter, ignores; evaluated once per statement. */
export const ignoredIdsSql = (user: string): string => `
  array(
    select w.target_id
    from watch w
    where w.user_id = ${user} and w.kind = 'user' and w.level = 'muted'
  )`;

/** SQL: all mutes as JSON (MutedWire). A forum's own level overrides its section's. */
export const mutedSql = (user: string): string => `
  jsonb_build_object(
    'threads',
    array(
      select w.target_id
      from watch w
      where w.user_id = ${user} and w.kind = 'thread' and w.level = 'muted'
    ),
    'forums',
    array(
      select f.id
      from forum f
      ${joinForumWatchSql(user)}
      where coalesce(w.level, s.level) = 'muted'
    ),
    'users', ${ignoredIdsSql(user)}
  )`;

export const isMutedThreadSql = (user: string, thread: string): string =>
  isMutedSql('thread', user, thread);

/**
 * SQL: no mute prevents the notification: of the actor, the thread, or its forum or section unless
 * the thread is watched. On the level `mentions`, `isDirect` (an expression) must be true.
 */
export const mayBeNotifiedSql = (
  { user, actor, thread, forum }: Event,
  isDirect: string,
): string => `
  not ${isIgnoredSql(user, actor)}
  and coalesce(
    (
      select case w.level when 'all' then true when 'mentions' then ${isDirect} else false end
      from watch w
      where w.user_id = ${user} and w.kind = 'thread' and w.target_id = ${thread}
    ),
    (
      select w.level <> 'muted'
      from watch w
      where w.user_id = ${user} and w.kind = 'forum' and w.target_id = ${forum}
    ),
    (
      select w.level <> 'muted'
      from forum f
      join watch w on w.kind = 'section' and w.target_id = f.section_id
      where f.id = ${forum} and w.user_id = ${user}
    ),
    true
  )`;

/**
 * SQL: notifications with this condition that their receiver `user` may still see. Mutes apply to
 * earlier notifications, too, and unmuting restores them. Users without mutes, the majority, cost
 * one index look-up. Outdated queue notifications are omitted.
 */
export const visibleNotificationsSql = (
  columns: string,
  user: string,
  condition: string,
): string => {
  const isMuting = `
    exists (
      select from watch w
      where w.user_id = ${user} and w.level = 'muted'
    )`;
  const event = {
    user: 'n.user_id',
    actor: 'n.actor_id',
    thread: 'n.thread_id',
    forum: '(select forum_id from thread where id = n.thread_id)',
  };
  return `
    select ${columns}
    from notification n
    where n.user_id = ${user} and ${condition} and not ${isMuting} and ${isCurrentSql('n')}
    union all
    select ${columns}
    from notification n
    where n.user_id = ${user}
      and ${condition}
      and ${isMuting}
      and ${isCurrentSql('n')}
      and (n.category = ${MESSAGE_CATEGORIES.system} or ${mayBeNotifiedSql(event, 'true')})`;
};
