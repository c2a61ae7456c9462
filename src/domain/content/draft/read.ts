import type { DraftsReplyWire, DraftWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { MAX_TEXT_BYTES } from '#platform/limits.ts';
import { isWithinListSql, MAX_LIST_ANSWER_BYTES } from '../../shared/bounded-text.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isAuthorShownSql, isShownToSql } from '../../shared/visibility.ts';

// A response contains a draft once, as JSON.
const IS_SHOWN = `(
  d.bytes <= ${MAX_TEXT_BYTES}
  and ${isWithinListSql('d.bytes', 'd.id', MAX_LIST_ANSWER_BYTES / 2)}
)`;

// The subject is hidden once the writer may no longer read the thread.
const selectDraftPage = statement<
  DraftWire,
  {
    userId: number;
    threadId: number | null;
    limit: number;
    offset: number;
    id: number | null;
    reader: number | null;
  }
>(`
  select
    d.id,
    coalesce(d.forum_id, 0) as forum_id,
    coalesce(d.thread_id, 0) as thread_id,
    coalesce(d.post_id, 0) as post_id,
    coalesce((d.body ->> 'themeId')::int, 0) as type_id,
    coalesce(d.body ->> 'subject', '') as subject,
    coalesce(d.shown ->> 'message', '') as message,
    case when d.shown is null then 'tooLarge' end as withheld,
    coalesce(d.body ->> 'language', '') as language,
    d.shown -> 'poll' as poll,
    d.shown -> 'quote' as quote,
    coalesce((d.body ->> 'revision')::int, 0) as revision,
    coalesce(
      (
        select t.subject
        from thread t
        join forum f on f.id = t.forum_id
        join "user" u on u.id = t.user_id
        where t.id = d.thread_id
          and ${isShownToSql('t', ':userId')}
          and ${forumReadableSql('f', ':reader')}
          and (t.user_id = :userId or ${isAuthorShownSql('u')})
      ),
      ''
    ) as thread_subject,
    ${isoSql('d.created_at')} as created_at,
    ${isoSql('d.updated_at')} as updated_at
  from (
    select d.*, case when ${IS_SHOWN} then d.body end as shown
    from (
      select *, octet_length(body::text) as bytes
      from draft
      where user_id = :userId
        and (:threadId::int is null or thread_id = :threadId::int)
        and (:id::int is null or id = :id::int)
      order by updated_at desc, id desc
      limit :limit::int offset :offset::int
    ) d
  ) d
  order by d.updated_at desc, d.id desc`);
const countDrafts = statement<
  { count: number },
  { userId: number; threadId: number | null; id: number | null }
>(
  `
    select count(*)::int as count
    from draft
    where user_id = :userId
      and (:threadId::int is null or thread_id = :threadId::int)
      and (:id::int is null or id = :id::int)`,
);

/** Drafts, latest first: of one thread, one draft, or all. */
export async function readDrafts(
  db: Db,
  viewer: Viewer,
  {
    threadId = null,
    id = null,
  }: { threadId?: number | null | undefined; id?: number | null | undefined },
  page: number,
  limit: number,
): Promise<Omit<DraftsReplyWire, 'code' | 'msg'>> {
  const { userId } = viewer;
  const [rows, [counted]] = await Promise.all([
    selectDraftPage(db, {
      userId,
      threadId,
      limit,
      offset: page * limit,
      id,
      reader: toReaderGroupId(viewer),
    }),
    countDrafts(db, { userId, threadId, id }),
  ]);
  return { data: rows, total_count: counted?.count ?? 0 };
}
