import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { WithheldReason } from '#contracts/moderation-actions.ts';
import type { Db } from '#db/client.ts';
import type { Params } from '#db/named-parameters.ts';
import { statement } from '#db/statement.ts';
import { listedTextSql, textOrEllipsisSql } from '#domain/bounded-text.ts';
import { contentHiddenSql } from '#domain/visibility.ts';
import type { Moderator } from './moderator.ts';

/* Withheld content for moderators of its forum: they see it in its place, with the reason. */

interface ContentAuthor {
  userId: number;
  nickname: string;
}

/** Who withheld something; null where its author deleted it, or where it waits for review. */
interface WithheldBy {
  byId: number | null;
  byName: string | null;
  reason: string | null;
  at: Date | null;
}

export interface ModeratedThread extends ContentAuthor, WithheldBy {
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
  /** Ids of its featured replies. */
  featured: number[];
}

export interface WithheldPost extends ContentAuthor, WithheldBy {
  kind: 'reply' | 'comment';
  id: number;
  postId: number;
  floor: number;
  html: string;
  why: WithheldReason;
  createdAt: Date;
}

export interface WithheldThread extends ContentAuthor, WithheldBy {
  id: number;
  subject: string;
  why: WithheldReason;
  createdAt: Date;
}

/** SQL: why what has the alias isn't shown, `u` its author; null when it is. */
const withheldReasonSql = (it: string): string =>
  `
    case
      when ${it}.state <> 'normal' then ${it}.state
      when not ${it}.checked then 'review'
      when ${contentHiddenSql('u')} then 'banned'
    end`;
/** SQL: the entry of the action log that says who withheld it, as `by`. */
const joinWithheldBySql = (it: string, target: 'thread' | 'post' | 'comment'): string => `
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
const WITHHELD_BY_COLUMNS = `by.actor_id as "byId", by.nickname as "byName", by.reason, by.created_at as at`;

const selectThread = statement<ModeratedThread, { id: number }>(`
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
    ${WITHHELD_BY_COLUMNS},
    case when t.merged_into is not null then 'merged' else ${withheldReasonSql('t')} end as why,
    ${textOrEllipsisSql('p.html')} as html
  from thread t
  join "user" u on u.id = t.user_id
  join post p on p.id = t.first_post_id
  ${joinWithheldBySql('t', 'thread')}
  where t.id = :id`);
const shownTextSql = (it: string): string =>
  listedTextSql(`${it}.html`, `${it}.id`, { otherwise: "'…'" });
const selectWithheldReplies = (which: string) =>
  statement<WithheldPost, Params>(`
    select
      'reply' as kind,
      p.id,
      p.id as "postId",
      p.floor,
      p.user_id as "userId",
      u.nickname,
      ${shownTextSql('p')} as html,
      ${withheldReasonSql('p')} as why,
      ${WITHHELD_BY_COLUMNS},
      p.created_at as "createdAt"
    from post p
    join "user" u on u.id = p.user_id
    ${joinWithheldBySql('p', 'post')}
    where
      p.thread_id = :threadId
      and ${which}
      and p.floor > 0
      and ${withheldReasonSql('p')} is not null
    order by p.floor`);
const selectWithheldComments = (which: string) =>
  statement<WithheldPost, Params>(`
    select
      'comment' as kind,
      c.id,
      c.post_id as "postId",
      c.floor,
      c.user_id as "userId",
      c.nickname,
      ${shownTextSql('c')} as html,
      c.why,
      c."byId",
      c."byName",
      c.reason,
      c.at,
      c.created_at as "createdAt"
    from (
      select c.*, p.floor, u.nickname, ${withheldReasonSql('c')} as why, ${WITHHELD_BY_COLUMNS}
      from post p
      join comment c on c.post_id = p.id
      join "user" u on u.id = c.user_id
      ${joinWithheldBySql('c', 'comment')}
      where p.thread_id = :threadId and ${which} and ${withheldReasonSql('c')} is not null
      order by c.id
      limit 200
    ) c
    order by c.id`);
const IS_ON_PAGES_SQL = 'p.floor between :low and :high';
const selectOfPages = [
  selectWithheldReplies(IS_ON_PAGES_SQL),
  selectWithheldComments(IS_ON_PAGES_SQL),
];
const IS_AMONG_REPLIES_SQL = 'p.id = any(:replies::int[])';
const selectOfReplies = [
  selectWithheldReplies(IS_AMONG_REPLIES_SQL),
  selectWithheldComments(IS_AMONG_REPLIES_SQL),
];

/** Selects the replies of a range of a thread's pages, or by id. */
export type WithheldSelection = { page: number; last: number } | { replies: readonly number[] };

/**
 * A thread with its withheld replies of this selection; undefined when the moderator doesn't
 * moderate it.
 */
export async function readModeratedThread(
  db: Db,
  moderator: Moderator,
  id: number,
  selection: WithheldSelection,
): Promise<{ thread: ModeratedThread; withheld: WithheldPost[] } | undefined> {
  const [thread] = await selectThread(db, { id });
  if (!thread || !moderator.mayModerate(thread.forumId)) return undefined;
  const statements = 'page' in selection ? selectOfPages : selectOfReplies;
  const params =
    'page' in selection
      ? {
          threadId: id,
          low: selection.page === 1 ? 0 : (selection.page - 1) * REPLIES_PER_PAGE + 1,
          high: selection.last * REPLIES_PER_PAGE,
        }
      : { threadId: id, replies: selection.replies };
  const withheld = await Promise.all(statements.map((read) => read(db, params)));
  return { thread, withheld: withheld.flat() };
}

/** Withheld threads of a forum that are listed. */
const MAX_WITHHELD_THREADS = 50;
const selectWithheldThreads = statement<WithheldThread, { forumId: number }>(`
  select
    t.id,
    t.subject,
    t.user_id as "userId",
    u.nickname,
    ${withheldReasonSql('t')} as why,
    ${WITHHELD_BY_COLUMNS},
    t.created_at as "createdAt"
  from (
    select *
    from thread
    where forum_id = :forumId and (state <> 'normal' or not checked) and merged_into is null
    order by id desc
    limit ${MAX_WITHHELD_THREADS}
  ) t
  join "user" u on u.id = t.user_id
  ${joinWithheldBySql('t', 'thread')}
  order by t.id desc`);

/** The latest withheld threads of a forum. */
export const readWithheldThreads = (db: Db, forumId: number): Promise<WithheldThread[]> =>
  selectWithheldThreads(db, { forumId });
