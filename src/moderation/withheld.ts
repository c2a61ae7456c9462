import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { WithheldReason } from '#contracts/wire/moderator-view.ts';
import type { Db } from '#db/client.ts';
import { type Params, statement } from '#db/statement.ts';
import { contentHiddenSql } from '#domain/user/columns.ts';
import type { Moderator } from './moderator.ts';

/*
 * What isn't shown to everybody, for those who moderate where it stands: they see it in its place,
 * and why it is withheld.
 */

interface Author {
  userId: number;
  nickname: string;
}

/** Who withheld something; nobody where its author took it away, or where it waits. */
interface By {
  byId: number | null;
  byName: string | null;
  reason: string | null;
  at: Date | null;
}

export interface ModeratedThread extends Author, By {
  id: number;
  forumId: number;
  themeId: number;
  firstPostId: number;
  subject: string;
  why: WithheldReason | null;
  html: string;
  mergedInto: number | null;
  top: number;
  topForum: number;
  digest: boolean;
  digestForum: boolean;
  closed: boolean;
  resolved: boolean;
  /** Numbers of its replies that stand above the list. */
  featured: number[];
}

export interface WithheldPost extends Author, By {
  kind: 'reply' | 'comment';
  id: number;
  postId: number;
  floor: number;
  html: string;
  why: WithheldReason;
  createdAt: Date;
}

export interface WithheldThread extends Author, By {
  id: number;
  subject: string;
  why: WithheldReason;
  createdAt: Date;
}

/** SQL: why what has the alias isn't shown, `u` its author; null when it is. */
const whySql = (it: string): string =>
  `
    case
      when ${it}.state <> 'normal' then ${it}.state
      when not ${it}.checked then 'review'
      when ${contentHiddenSql('u')} then 'banned'
    end`;
/** SQL: the entry of the action log that says who withheld it, as `by`. */
const bySql = (it: string, target: 'thread' | 'post' | 'comment'): string => `
  left join lateral (
    select l.actor_id, a.nickname, l.reason, l.created_at
    from action_log l
    join "user" a on a.id = l.actor_id
    where l.target_${target}_id = ${it}.id
      and l.action in (
        '${target}.delete',
        '${target}.hide',
        '${target}.reject',
        'thread.merge',
        'thread.unsplit'
      )
      and (${it}.state = 'hidden' or ${it}.deleted_by is distinct from ${it}.user_id)
    order by l.id desc
    limit 1
  ) by on ${it}.state <> 'normal'`;
const BY = `by.actor_id as "byId", by.nickname as "byName", by.reason, by.created_at as at`;

const threadOf = statement<ModeratedThread, { id: number }>(`
  select
    t.id,
    t.forum_id as "forumId",
    t.theme_id as "themeId",
    t.first_post_id as "firstPostId",
    t.subject,
    t.user_id as "userId",
    u.nickname,
    t.merged_into as "mergedInto",
    t.top,
    t.top_forum as "topForum",
    t.digest,
    t.digest_forum as "digestForum",
    t.closed,
    t.resolved,
    array(
      select f.id
      from post f
      where f.thread_id = t.id and f.featured
      order by f.floor
    ) as featured,
    ${BY},
    case when t.merged_into is not null then 'merged' else ${whySql('t')} end as why,
    p.html
  from thread t
  join "user" u on u.id = t.user_id
  join post p on p.id = t.first_post_id
  ${bySql('t', 'thread')}
  where t.id = :id`);
const repliesOf = (which: string) =>
  statement<WithheldPost, Params>(`
    select
      'reply' as kind,
      p.id,
      p.id as "postId",
      p.floor,
      p.user_id as "userId",
      u.nickname,
      p.html,
      ${whySql('p')} as why,
      ${BY},
      p.created_at as "createdAt"
    from post p
    join "user" u on u.id = p.user_id
    ${bySql('p', 'post')}
    where p.thread_id = :threadId and ${which} and p.floor > 0 and ${whySql('p')} is not null
    order by p.floor`);
const commentsOf = (which: string) =>
  statement<WithheldPost, Params>(`
    select
      'comment' as kind,
      c.id,
      c.post_id as "postId",
      p.floor,
      c.user_id as "userId",
      u.nickname,
      c.html,
      ${whySql('c')} as why,
      ${BY},
      c.created_at as "createdAt"
    from post p
    join comment c on c.post_id = p.id
    join "user" u on u.id = c.user_id
    ${bySql('c', 'comment')}
    where p.thread_id = :threadId and ${which} and ${whySql('c')} is not null
    order by c.id
    limit 200`);
const OF_PAGE = 'p.floor between :low and :high';
const ofPage = [repliesOf(OF_PAGE), commentsOf(OF_PAGE)];
const NAMED = 'p.id = any(:replies::int[])';
const ofReplies = [repliesOf(NAMED), commentsOf(NAMED)];

/** Replies of a thread's pages from one to another, or those with these numbers. */
export type WithheldOf = { page: number; last: number } | { replies: readonly number[] };

/**
 * A thread, with what isn't shown of these replies; undefined when there is none that the moderator
 * moderates.
 */
export async function readModeratedThread(
  db: Db,
  moderator: Moderator,
  id: number,
  of: WithheldOf,
): Promise<{ thread: ModeratedThread; withheld: WithheldPost[] } | undefined> {
  const [thread] = await threadOf(db, { id });
  if (!thread || !moderator.may(thread.forumId)) return undefined;
  const statements = 'page' in of ? ofPage : ofReplies;
  const params =
    'page' in of
      ? {
          threadId: id,
          low: of.page === 1 ? 0 : (of.page - 1) * REPLIES_PER_PAGE + 1,
          high: of.last * REPLIES_PER_PAGE,
        }
      : { threadId: id, replies: of.replies };
  const withheld = await Promise.all(statements.map((read) => read(db, params)));
  return { thread, withheld: withheld.flat() };
}

/** Of a forum's list, as many as one looks through. */
const MOST = 50;
const withheldIn = statement<WithheldThread, { forumId: number }>(`
  select
    t.id,
    t.subject,
    t.user_id as "userId",
    u.nickname,
    ${whySql('t')} as why,
    ${BY},
    t.created_at as "createdAt"
  from (
    select *
    from thread
    where forum_id = :forumId and (state <> 'normal' or not checked) and merged_into is null
    order by id desc
    limit ${MOST}
  ) t
  join "user" u on u.id = t.user_id
  ${bySql('t', 'thread')}
  order by t.id desc`);

/** The latest threads of a forum that aren't shown. */
export const readWithheldThreads = (db: Db, forumId: number): Promise<WithheldThread[]> =>
  withheldIn(db, { forumId });
