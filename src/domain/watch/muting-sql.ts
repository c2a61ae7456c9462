import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import type { WatchKind } from '#contracts/watching.ts';
import { leftJoinRowSql } from '#db/by-key-sql.ts';
import { isCurrentSql } from '../notification/queue-notices.ts';

/*
 * What somebody has muted. Each condition asks for single rows of the primary key, however much its
 * owner watches.
 */

interface Event {
  /** SQL expressions: who would see or be told something, who did it, and where. */
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

/** SQL: joins how a user watches the forum `f`: itself as `w`, its section as `s`. */
export const joinForumWatchSql = (user: string): string => `
  ${joinWatchSql('w', user, 'forum', 'f.id')}
  ${joinWatchSql('s', user, 'section', 'f.section_id')}`;

/** SQL: the user of this expression ignores the other one. */
export const isIgnoredSql = (user: string, other: string): string =>
  isMutedSql('user', user, other);

/** SQL: the ids of those whom a user, a parameter, ignores; read once in a statement. */
export const ignoredIdsSql = (user: string): string => `
  array(
    select w.target_id
    from watch w
    where w.user_id = ${user} and w.kind = 'user' and w.level = 'muted'
  )`;

/**
 * SQL: all that the user of this expression has muted, as JSON (MutedWire). A forum is muted by its
 * own level or, without one, by that of its section.
 */
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

/** SQL: the user of this expression has muted the thread. */
export const isMutedThreadSql = (user: string, thread: string): string =>
  isMutedSql('thread', user, thread);

/**
 * SQL: nothing that the user muted is in the way of telling them: neither who did it, nor the
 * thread, nor the forum or section of a thread that they don't watch. Of a thread on the level
 * `mentions` they aren't told when `isDirect`, an expression, is false.
 */
export const mayBeToldSql = ({ user, actor, thread, forum }: Event, isDirect: string): string => `
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
 * SQL, the rows of notification with this condition that their receiver, `user`, may still be told
 * of: what they mute or ignore later goes too, and is back when they don't any more. Who mutes
 * nothing, as most people, pays for one look into an index. What waits for moderators is left out
 * once it doesn't.
 */
export const toldNotificationsSql = (columns: string, user: string, condition: string): string => {
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
      and (n.category = ${MESSAGE_CATEGORIES.system} or ${mayBeToldSql(event, 'true')})`;
};
