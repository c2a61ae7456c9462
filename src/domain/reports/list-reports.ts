import type { ReportWire } from '#contracts/wire/moderation.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { listedTextSql } from '../shared/bounded-text.ts';
import { isSameItemSql } from '../shared/item-sql.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';
import { type ModerationReach, toForumIds } from '../shared/viewer.ts';

export const REPORT_STATES = ['open', 'taken', 'handled'] as const;

export interface ReportQuery {
  states: readonly ReportWire['state'][];
  forumId?: number | undefined;
  kind?: string | undefined;
  /** Only reports that this moderator claimed. */
  takenBy?: number | undefined;
  offset: number;
  limit: number;
}

/* One index range per forum and state, so the cost doesn't grow with handled reports. */
interface ReportFilterParams {
  /** Null: everywhere. */
  forums: readonly number[] | null;
  states: readonly string[];
  kind: string | null;
  takenBy: number | null;
}
const FILTER_CONDITION = `r.letter_id is null and r.kind = coalesce(:kind, r.kind) and (:takenBy::int is null or r.taken_by = :takenBy)`;
const selectReportsByIds = (ids: string) =>
  statement<ReportWire, ReportFilterParams & { offset: number; limit: number }>(`
    select
      r.id,
      r.state,
      r.kind as report_type,
      r.message,
      r.forum_id,
      f.name as forum_name,
      f.name_en as forum_name_en,
      p.thread_id,
      r.post_id,
      coalesce(r.comment_id, 0) as comment_id,
      p.floor as storey,
      t.subject,
      json_build_object(
        'message', ${listedTextSql('coalesce(c.html, p.html)', 'r.id', { otherwise: "'…'" })},
        'state', coalesce(c.state, p.state),
        'checked', coalesce(c.checked, p.checked)::int
      ) as post,
      ${userJsonSql('ru')} as reporter,
      json_build_object(
        'id', au.id,
        'nickname', au.nickname,
        'warnings_cnt', (
          select count(*) from warning where user_id = au.id and withdrawn_at is null
        )
      ) as author,
      (
        select count(*)::int
        from report same
        where ${isSameItemSql('same', 'r')} and same.state <> 'handled'
      ) as reports_cnt,
      ${userJsonSql('tu')} as taken_by,
      ${userJsonSql('hu')} as handled_by,
      ${isoSql('r.handled_at')} as handled_at,
      coalesce(r.outcome, '') as outcome,
      r.note,
      ${isoSql('r.created_at')} as created_at
    from (${ids}) page
    join report r on r.id = page.id
    ${joinByKeySql('post', 'p', 'r.post_id')}
    ${joinByKeySql('thread', 't', 'p.thread_id')}
    join forum f on f.id = r.forum_id
    ${joinByKeySql('"user"', 'ru', 'r.reporter_id')}
    ${leftJoinByKeySql('comment', 'c', 'r.comment_id')}
    ${joinByKeySql('"user"', 'au', 'coalesce(c.user_id, p.user_id)')}
    ${leftJoinByKeySql('"user"', 'tu', 'r.taken_by')}
    ${leftJoinByKeySql('"user"', 'hu', 'r.handled_by')}
    order by r.id desc`);
const selectReportsEverywhere = selectReportsByIds(`
  select newest.id
  from unnest(:states::text[]) as one(state)
  cross join lateral (
    select r.id
    from report r
    where :forums::int[] is null and r.state = one.state and ${FILTER_CONDITION}
    order by r.id desc
    limit :offset::int + :limit::int
  ) newest
  order by newest.id desc
  limit :limit offset :offset`);
const selectReportsInForums = selectReportsByIds(`
  select newest.id
  from unnest(:forums::int[]) as listed(forum_id)
  cross join unnest(:states::text[]) as one(state)
  cross join lateral (
    select r.id
    from report r
    where r.forum_id = listed.forum_id and r.state = one.state and ${FILTER_CONDITION}
    order by r.id desc
    limit :offset::int + :limit::int
  ) newest
  order by newest.id desc
  limit :limit offset :offset`);
const countReports = statement<{ count: number }, ReportFilterParams>(
  `
    select count(*)::int as count
    from report r
    where (:forums::int[] is null or r.forum_id = any(:forums))
      and r.state = any(:states::text[])
      and ${FILTER_CONDITION}`,
);

/** Reports of the moderated forums, newest first, with the text of deleted content. */
export async function readReports(
  db: Db,
  reach: ModerationReach,
  { states, forumId, kind, takenBy, offset, limit }: ReportQuery,
): Promise<{ data: ReportWire[]; total: number }> {
  const forums = toForumIds(reach, forumId);
  const filter: ReportFilterParams = {
    forums,
    states,
    kind: kind ?? null,
    takenBy: takenBy ?? null,
  };
  const [data, [counted]] = await Promise.all([
    (forums ? selectReportsInForums : selectReportsEverywhere)(db, { ...filter, offset, limit }),
    countReports(db, filter),
  ]);
  return { data, total: counted?.count ?? 0 };
}
