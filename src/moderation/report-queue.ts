import type { ReportWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { listedTextSql } from '#domain/bounded-text.ts';
import { isSameItemSql } from '#domain/report/item-sql.ts';
import { toFlag } from '#domain/to-flag.ts';
import type { Moderator } from './moderator.ts';

export const REPORT_STATES = ['open', 'taken', 'handled'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export interface ReportQuery {
  states: readonly ReportState[];
  forumId?: number | undefined;
  kind?: string | undefined;
  /** Only those that this moderator has claimed. */
  takenBy?: number | undefined;
  /** Rows before the first. */
  offset: number;
  limit: number;
}

interface ReportRow {
  id: number;
  state: ReportState;
  kind: string;
  message: string;
  forumId: number;
  forumName: string;
  forumNameEn: string;
  threadId: number;
  postId: number;
  /** 0 for a post. */
  commentId: number;
  floor: number;
  subject: string;
  html: string;
  postState: string;
  checked: boolean;
  reporterId: number;
  reporter: string;
  authorId: number;
  author: string;
  authorWarnings: number;
  reports: number;
  takenBy: number | null;
  taker: string | null;
  handledBy: number | null;
  handler: string | null;
  handledAt: Date | null;
  outcome: string | null;
  note: string;
  createdAt: Date;
}

/*
 * Reads the newest reports of each forum and state by the index (forum, state, id), as many of each
 * as the page may need: a moderator of three forums reads a hundred rows however many were handled
 * in years.
 */
interface ReportFilterParams {
  /** Null: everywhere. */
  forums: readonly number[] | null;
  states: readonly string[];
  kind: string | null;
  takenBy: number | null;
}
const FILTER_CONDITION = `r.letter_id is null and r.kind = coalesce(:kind, r.kind) and (:takenBy::int is null or r.taken_by = :takenBy)`;
const selectReportsByIds = (ids: string) =>
  statement<ReportRow, ReportFilterParams & { offset: number; limit: number }>(`
    select
      r.id,
      r.state,
      r.kind,
      r.message,
      r.forum_id as "forumId",
      f.name as "forumName",
      f.name_en as "forumNameEn",
      p.thread_id as "threadId",
      r.post_id as "postId",
      coalesce(r.comment_id, 0) as "commentId",
      p.floor,
      t.subject,
      ${listedTextSql('coalesce(c.html, p.html)', 'r.id', { otherwise: "'…'" })} as html,
      coalesce(c.state, p.state) as "postState",
      coalesce(c.checked, p.checked) as checked,
      r.reporter_id as "reporterId",
      ru.nickname as reporter,
      au.id as "authorId",
      au.nickname as author,
      (
        select count(*)::int
        from warning
        where user_id = au.id and withdrawn_at is null
      ) as "authorWarnings",
      (
        select count(*)::int
        from report same
        where ${isSameItemSql('same', 'r')} and same.state <> 'handled'
      ) as reports,
      r.taken_by as "takenBy",
      tu.nickname as taker,
      r.handled_by as "handledBy",
      hu.nickname as handler,
      r.handled_at as "handledAt",
      r.outcome,
      r.note,
      r.created_at as "createdAt"
    from (${ids}) page
    join report r on r.id = page.id
    join post p on p.id = r.post_id
    join thread t on t.id = p.thread_id
    join forum f on f.id = r.forum_id
    join "user" ru on ru.id = r.reporter_id
    left join comment c on c.id = r.comment_id
    join "user" au on au.id = coalesce(c.user_id, p.user_id)
    left join "user" tu on tu.id = r.taken_by
    left join "user" hu on hu.id = r.handled_by
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
  from unnest(:forums::int[]) as place(forum_id)
  cross join unnest(:states::text[]) as one(state)
  cross join lateral (
    select r.id
    from report r
    where r.forum_id = place.forum_id and r.state = one.state and ${FILTER_CONDITION}
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

const toUserWire = (id: number | null, nickname: string | null) =>
  id === null ? null : { id, nickname: nickname ?? '' };

const toReportWire = (row: ReportRow): ReportWire => ({
  id: row.id,
  state: row.state,
  report_type: row.kind,
  message: row.message,
  forum_id: row.forumId,
  forum_name: row.forumName,
  forum_name_en: row.forumNameEn,
  thread_id: row.threadId,
  post_id: row.postId,
  comment_id: row.commentId,
  storey: row.floor,
  subject: row.subject,
  post: { message: row.html, state: row.postState, checked: toFlag(row.checked) },
  reporter: { id: row.reporterId, nickname: row.reporter },
  author: { id: row.authorId, nickname: row.author, warnings_cnt: row.authorWarnings },
  reports_cnt: row.reports,
  taken_by: toUserWire(row.takenBy, row.taker),
  handled_by: toUserWire(row.handledBy, row.handler),
  handled_at: row.handledAt?.toISOString() ?? null,
  outcome: row.outcome ?? '',
  note: row.note,
  created_at: row.createdAt.toISOString(),
});

/**
 * Reports of the forums that the moderator moderates, the newest first. They include the text of
 * deleted content, which moderators need.
 */
export async function readReports(
  db: Db,
  moderator: Moderator,
  { states, forumId, kind, takenBy, offset, limit }: ReportQuery,
): Promise<{ data: ReportWire[]; total: number }> {
  const moderatedForums = moderator.isGlobal ? undefined : moderator.forums;
  const forums =
    forumId === undefined
      ? moderatedForums
      : moderatedForums === undefined || moderatedForums.includes(forumId)
        ? [forumId]
        : [];
  const filter: ReportFilterParams = {
    forums: forums ?? null,
    states,
    kind: kind ?? null,
    takenBy: takenBy ?? null,
  };
  const [rows, [counted]] = await Promise.all([
    (forums ? selectReportsInForums : selectReportsEverywhere)(db, { ...filter, offset, limit }),
    countReports(db, filter),
  ]);
  return { data: rows.map(toReportWire), total: counted?.count ?? 0 };
}
