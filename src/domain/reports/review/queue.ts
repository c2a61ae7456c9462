import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { joinByKeySql, leftJoinRowSql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { readWordFilter } from '../../message/read-word-filter.ts';
import type { WordFilter } from '../../message/word-filter.ts';
import { listedTextSql } from '../../shared/bounded-text.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { type ModerationReach, toForumIds } from '../../shared/viewer.ts';
import { isPendingReviewSql } from '../../shared/visibility.ts';

interface ReviewFilterParams {
  /** Null: everywhere. */
  forums: readonly number[] | null;
  kind: string | null;
  reason: string | null;
}

// Pending content is small and has partial indexes (post_unchecked, comment_unchecked).
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
  ${joinByKeySql('thread', 't', 'p.thread_id')}
  ${leftJoinRowSql('held', 'h', 'post_id = p.id')}
  where ${isPendingReviewSql('p')}
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
  ${joinByKeySql('post', 'p', 'c.post_id')}
  ${joinByKeySql('thread', 't', 'c.thread_id')}
  ${leftJoinRowSql('held', 'h', 'comment_id = c.id')}
  where ${isPendingReviewSql('c')}
    and p.state = 'normal'
    and t.state = 'normal'
    and (:forums::int[] is null or p.forum_id = any(:forums))`;
const selectReviewPage = statement<
  Omit<ReviewRowWire, 'text' | 'findings' | 'links'>,
  ReviewFilterParams & { limit: number; offset: number }
>(`
  select
    w.kind,
    w.id,
    format('%s:%s', w.kind, w.id) as key,
    w.thread_id,
    w.post_id,
    w.floor as storey,
    w.forum_id,
    f.name as forum_name,
    f.name_en as forum_name_en,
    w.subject,
    ${listedTextSql('w.html', 'w.post_id, w.id', { otherwise: "'…'" })} as message,
    coalesce(w.reason, '') as reason,
    json_build_object(
      'id', u.id,
      'nickname', u.nickname,
      'posts_cnt', u.posts_cnt,
      'created_at', ${isoSql('u.created_at')}
    ) as author,
    ${isoSql('w.created_at')} as created_at,
    ${isoSql('w.edited_at')} as edited_at
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

/** Number of pending items in these forums, or (null) everywhere. */
export const countPendingReview = async (
  db: Db,
  forums: readonly number[] | null,
): Promise<number> =>
  (await countReviewItems(db, { forums, kind: null, reason: null }))[0]?.count ?? 0;

/** Length of an excerpt, which starts shortly before the first match. */
const MAX_EXCERPT_CHARACTERS = 1_200;
const CHARACTERS_BEFORE_MATCH = 160;

/** An excerpt with the matches of the current word list inside it. */
function toExcerptWithMatches(
  screen: WordFilter,
  text: string,
): Pick<ReviewRowWire, 'text' | 'findings'> {
  const findings = screen(text).sort((a, b) => a.start - b.start || b.end - a.end);
  const from =
    text.length <= MAX_EXCERPT_CHARACTERS
      ? 0
      : Math.max(0, (findings[0]?.start ?? 0) - CHARACTERS_BEFORE_MATCH);
  const shown = text.slice(from, from + MAX_EXCERPT_CHARACTERS);
  return {
    text: shown,
    findings: findings
      .filter(({ end }) => end - from <= shown.length)
      .map(({ start, end, sensitiveWord }) => ({
        start: start - from,
        end: end - from,
        word: sensitiveWord.word,
      })),
  };
}

export interface ReviewQueueQuery {
  forumId?: number | undefined;
  kind?: ReviewRowWire['kind'] | undefined;
  reason?: Exclude<ReviewRowWire['reason'], ''> | undefined;
  offset: number;
  limit: number;
}

/** Pending content of the moderated forums, oldest first, with sensitive words marked. */
export async function readReviewQueue(
  { db, mediaWords }: Pick<ReadContext, 'db' | 'mediaWords'>,
  reach: ModerationReach,
  { forumId, kind, reason, offset, limit }: ReviewQueueQuery,
): Promise<{ rows: Omit<ReviewRowWire, 'links'>[]; total: number }> {
  const forums = toForumIds(reach, forumId);
  const filter = { forums, kind: kind ?? null, reason: reason ?? null };
  const [items, [counted], screen] = await Promise.all([
    selectReviewPage(db, { ...filter, limit, offset }),
    countReviewItems(db, filter),
    readWordFilter(db),
  ]);
  const rows = items.map((item) => {
    const body = htmlToPlainText(item.message) || htmlToPlainText(item.message, mediaWords);
    const text = item.kind === 'thread' ? `${item.subject}\n${body}` : body;
    return { ...item, ...toExcerptWithMatches(screen, text) };
  });
  return { rows, total: counted?.count ?? 0 };
}
