import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type {
  ModeratedThreadWire,
  WithheldPostWire,
  WithheldThreadWire,
} from '#contracts/wire/moderator-view.ts';
import { joinByKeySql, joinRowsSql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { statement } from '#db/statement.ts';
import { listedTextSql, textOrEllipsisSql } from '../../shared/bounded-text.ts';
import { userJsonSql } from '../../shared/user-json-sql.ts';
import { contentHiddenSql } from '../../shared/visibility.ts';

/* Withheld content for moderators, shown in context with the reason. */

/** SQL: why the row is withheld; null if it is shown. `u`: its author. */
const withheldReasonSql = (it: string): string =>
  `
    case
      when ${it}.state <> 'normal' then ${it}.state
      when not ${it}.checked then 'review'
      when ${contentHiddenSql('u')} then 'banned'
    end`;
/** SQL: joins as `by` the action-log entry of the moderator who withheld the row. */
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
/** SQL: the moderator; null if the author deleted the row or it is pending review. */
const WITHHELD_BY_SQL = `
  case
    when by.actor_id is not null then json_build_object(
      'id', by.actor_id,
      'nickname', by.nickname,
      'reason', by.reason,
      'at', ${isoSql('by.created_at')}
    )
  end`;
const USER_SQL = userJsonSql('u');

type ModeratedThread = Omit<ModeratedThreadWire, 'withheld' | 'rights' | 'everywhere'>;
const selectThread = statement<ModeratedThread, { id: number }>(`
  select
    t.id,
    t.forum_id,
    t.theme_id as type_id,
    t.first_post_id,
    t.subject,
    ${USER_SQL} as "user",
    coalesce(t.merged_into, 0) as merged_into,
    t.top,
    t.top_forum as is_top_forum,
    t.digest::int as is_digest,
    t.digest_forum::int as is_digest_forum,
    t.closed::int as is_closed,
    t.slow_minutes,
    t.resolved::int as is_resolved,
    array(
      select f.id
      from post f
      where f.thread_id = t.id and f.featured
      order by f.floor
    ) as featured,
    ${WITHHELD_BY_SQL} as "by",
    it.why,
    case when it.why is null then '' else ${textOrEllipsisSql('p.html')} end as message
  from thread t
  join "user" u on u.id = t.user_id
  join post p on p.id = t.first_post_id
  cross join lateral (
    select
      case when t.merged_into is not null then 'merged' else ${withheldReasonSql('t')} end as why
  ) it
  ${joinWithheldBySql('t', 'thread')}
  where t.id = :id`);
const shownTextSql = (it: string): string =>
  listedTextSql(`${it}.html`, `${it}.id`, { otherwise: "'…'" });
const selectWithheldReplies = (which: string) =>
  statement<WithheldPostWire, Params>(`
    select
      'reply' as kind,
      p.id,
      p.id as post_id,
      p.floor as storey,
      ${USER_SQL} as "user",
      ${shownTextSql('p')} as message,
      ${withheldReasonSql('p')} as why,
      ${WITHHELD_BY_SQL} as "by",
      ${isoSql('p.created_at')} as created_at
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
  statement<WithheldPostWire, Params>(`
    select
      'comment' as kind,
      c.id,
      c.post_id,
      c.floor as storey,
      c.author as "user",
      ${shownTextSql('c')} as message,
      c.why,
      c.withheld_by as "by",
      ${isoSql('c.created_at')} as created_at
    from (
      select
        c.*,
        p.floor,
        ${USER_SQL} as author,
        ${withheldReasonSql('c')} as why,
        ${WITHHELD_BY_SQL} as withheld_by
      from post p
      ${joinRowsSql('comment', 'c', 'post_id = p.id')}
      ${joinByKeySql('"user"', 'u', 'c.user_id')}
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

/** Replies by a range of pages, or by id. */
export type WithheldSelection = { page: number; last: number } | { replies: readonly number[] };

/** A thread with its withheld replies; undefined for users who don't moderate it. */
export async function readModeratedThread(
  db: Db,
  moderator: { mayModerate(forumId: number): boolean },
  id: number,
  selection: WithheldSelection,
): Promise<Omit<ModeratedThreadWire, 'rights' | 'everywhere'> | undefined> {
  const [thread] = await selectThread(db, { id });
  if (!thread || !moderator.mayModerate(thread.forum_id)) return undefined;
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
  return { ...thread, withheld: withheld.flat() };
}

const MAX_WITHHELD_THREADS = 50;
export const readWithheldThreads = statement<WithheldThreadWire, { forumId: number }>(`
  select
    t.id,
    t.subject,
    ${USER_SQL} as "user",
    ${withheldReasonSql('t')} as why,
    ${WITHHELD_BY_SQL} as "by",
    ${isoSql('t.created_at')} as created_at
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
