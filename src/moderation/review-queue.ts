import type { ReviewItemWire } from '#contracts/wire/moderation.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { listedTextSql } from '#domain/bounded-text.ts';
import { isWaitingSql } from '#domain/visibility.ts';
import type { Moderator } from './moderator.ts';

interface ReviewRow {
  kind: ReviewItemWire['kind'];
  id: number;
  threadId: number;
  postId: number;
  floor: number;
  forumId: number;
  forumName: string;
  forumNameEn: string;
  subject: string;
  html: string;
  reason: string | null;
  userId: number;
  nickname: string;
  posts: number;
  joinedAt: Date;
  createdAt: Date;
  editedAt: Date | null;
}

interface ReviewFilterParams {
  /** Null: everywhere. */
  forums: readonly number[] | null;
  kind: string | null;
  reason: string | null;
}

// What waits is little, and has an index of its own (post_unchecked, comment_unchecked).
const reviewItemsSql = `
  select
    case when p.floor = 0 then 'thread' else 'reply' end as kind,
    case when p.floor = 0 then p.thread_id else p.id end as id,
    p.thread_id,
    p.id as post_id,
    p.floor,
    p.forum_id,
    t.subject,
    p.html,
    h.reason,
    p.user_id,
    p.created_at,
    p.edited_at
  from post p
  join thread t on t.id = p.thread_id
  left join held h on h.post_id = p.id
  where ${isWaitingSql('p')}
    and t.state = 'normal'
    and (:forums::int[] is null or p.forum_id = any(:forums))
  union all
  select
    'comment',
    c.id,
    c.thread_id,
    c.post_id,
    p.floor,
    p.forum_id,
    t.subject,
    c.html,
    h.reason,
    c.user_id,
    c.created_at,
    null
  from comment c
  join post p on p.id = c.post_id
  join thread t on t.id = c.thread_id
  left join held h on h.comment_id = c.id
  where ${isWaitingSql('c')}
    and p.state = 'normal'
    and t.state = 'normal'
    and (:forums::int[] is null or p.forum_id = any(:forums))`;
const selectReviewPage = statement<
  ReviewRow,
  ReviewFilterParams & { limit: number; offset: number }
>(`
  select
    w.kind,
    w.id,
    w.thread_id as "threadId",
    w.post_id as "postId",
    w.floor,
    w.forum_id as "forumId",
    f.name as "forumName",
    f.name_en as "forumNameEn",
    w.subject,
    ${listedTextSql('w.html', 'w.post_id, w.id', { otherwise: "'…'" })} as html,
    w.reason,
    u.id as "userId",
    u.nickname,
    u.posts_cnt as posts,
    u.created_at as "joinedAt",
    w.created_at as "createdAt",
    w.edited_at as "editedAt"
  from (
    select *
    from (${reviewItemsSql}) every
    where (:kind::text is null or kind = :kind) and (:reason::text is null or reason = :reason)
    order by created_at, post_id, kind desc, id
    limit :limit offset :offset
  ) w
  join forum f on f.id = w.forum_id
  join "user" u on u.id = w.user_id
  order by w.created_at, w.post_id, w.kind desc, w.id`);
const countReviewItems = statement<{ count: number }, ReviewFilterParams>(
  `
    select count(*)::int as count
    from (${reviewItemsSql}) every
    where (:kind::text is null or kind = :kind) and (:reason::text is null or reason = :reason)`,
);

/** How much waits for review, in these forums or (null) everywhere. */
export const countWaitingForReview = async (
  db: Db,
  forums: readonly number[] | null,
): Promise<number> =>
  (await countReviewItems(db, { forums, kind: null, reason: null }))[0]?.count ?? 0;

const toReviewItemWire = (row: ReviewRow): ReviewItemWire => ({
  kind: row.kind,
  id: row.id,
  thread_id: row.threadId,
  post_id: row.postId,
  storey: row.floor,
  forum_id: row.forumId,
  forum_name: row.forumName,
  forum_name_en: row.forumNameEn,
  subject: row.subject,
  message: row.html,
  reason: (row.reason ?? '') as ReviewItemWire['reason'],
  author: {
    id: row.userId,
    nickname: row.nickname,
    posts_cnt: row.posts,
    created_at: row.joinedAt.toISOString(),
  },
  created_at: row.createdAt.toISOString(),
  edited_at: row.editedAt?.toISOString() ?? null,
});

export interface ReviewQueueQuery {
  forumId?: number | undefined;
  kind?: ReviewItemWire['kind'] | undefined;
  reason?: Exclude<ReviewItemWire['reason'], ''> | undefined;
  offset: number;
  limit: number;
}

/** Content that waits for review in the forums that the moderator moderates; the oldest first. */
export async function readReviewQueue(
  db: Db,
  moderator: Moderator,
  { forumId, kind, reason, offset, limit }: ReviewQueueQuery,
): Promise<{ data: ReviewItemWire[]; total: number }> {
  const moderatedForums = moderator.isGlobal ? null : moderator.forums;
  const forums =
    forumId === undefined
      ? moderatedForums
      : moderatedForums === null || moderatedForums.includes(forumId)
        ? [forumId]
        : [];
  const filter = { forums, kind: kind ?? null, reason: reason ?? null };
  const [rows, [counted]] = await Promise.all([
    selectReviewPage(db, { ...filter, limit, offset }),
    countReviewItems(db, filter),
  ]);
  return { data: rows.map(toReviewItemWire), total: counted?.count ?? 0 };
}
