import type { DraftsReplyWire, DraftWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import type { DraftBody } from '#db/schema/draft.ts';
import { statement } from '#db/statement.ts';
import { MAX_TEXT_BYTES } from '#platform/limits.ts';
import { isWithinListSql, MAX_LIST_ANSWER_BYTES } from '../bounded-text.ts';
import { forumReadableSql } from '../forum/access.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';
import { isAuthorShownSql, isShownToSql } from '../visibility.ts';

interface DraftRow {
  id: number;
  forumId: number | null;
  threadId: number | null;
  postId: number | null;
  body: DraftBody;
  /** The body is without its text: it would make the list too large. */
  withheld: boolean;
  createdAt: Date;
  updatedAt: Date;
  threadSubject: string;
}

// A draft stands there once, as JSON.
const IS_SHOWN = `(
  d.bytes <= ${MAX_TEXT_BYTES}
  and ${isWithinListSql('d.bytes', 'd.id', MAX_LIST_ANSWER_BYTES / 2)}
)`;

// A draft outlives that its writer may read the thread; the thread's subject isn't told any more
// then.
const selectDraftPage = statement<
  DraftRow,
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
    d.forum_id as "forumId",
    d.thread_id as "threadId",
    d.post_id as "postId",
    case when ${IS_SHOWN} then d.body else d.body - array['message', 'poll', 'quote'] end as body,
    not ${IS_SHOWN} as withheld,
    d.created_at as "createdAt",
    d.updated_at as "updatedAt",
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
    ) as "threadSubject"
  from (
    select *, octet_length(body::text) as bytes
    from draft
    where user_id = :userId
      and (:threadId::int is null or thread_id = :threadId::int)
      and (:id::int is null or id = :id::int)
    order by updated_at desc, id desc
    limit :limit::int offset :offset::int
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

const toDraftWire = ({
  id,
  forumId,
  threadId,
  postId,
  body,
  withheld,
  createdAt,
  updatedAt,
  threadSubject,
}: DraftRow): DraftWire => ({
  id,
  forum_id: forumId ?? 0,
  thread_id: threadId ?? 0,
  post_id: postId ?? 0,
  type_id: body.themeId ?? 0,
  subject: body.subject ?? '',
  message: body.message ?? '',
  withheld: withheld ? 'tooLarge' : null,
  language: body.language ?? '',
  poll: body.poll ?? null,
  quote: body.quote ?? null,
  revision: body.revision ?? 0,
  thread_subject: threadSubject,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** What somebody is writing, the latest first; for one thread, one draft, or all of it. */
export async function readDrafts(
  db: Db,
  viewer: Viewer,
  {
    threadId = null,
    id = null,
  }: { threadId?: number | null | undefined; id?: number | null | undefined },
  page: number,
  limit: number,
): Promise<DraftsReplyWire> {
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
  return { code: 0, msg: 'ok', data: rows.map(toDraftWire), total_count: counted?.count ?? 0 };
}
