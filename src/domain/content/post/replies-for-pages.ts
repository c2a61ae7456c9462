import type { Quote, Reply } from '#contracts/page-model.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { type OptionalRowOf, pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { readerExcerptSql } from '../../message/reader-text.ts';
import { AUTHOR_COLUMNS, toAuthor } from '../../people/author-card.ts';
import { sumTextBytesSql, textOfManySql } from '../../shared/bounded-text.ts';
import {
  contentHiddenSql,
  getWithheldReason,
  isAuthorShownSql,
  isShownSql,
  joinQuotedPostSql,
} from '../../shared/visibility.ts';
import { readFirstCommentsForPages, toCommentItem } from '../comment/first-comments.ts';

const REPLY_COLUMNS = pickColumns(
  schema.post,
  `id threadId floor state checked featured likesCnt commentsCnt createdAt editedAt`,
);
const QUOTED_COLUMNS = pickColumns(schema.post, ['id', 'userId', 'floor', 'state', 'checked']);

type SelectedReply = RowOf<typeof REPLY_COLUMNS> &
  RowOf<typeof AUTHOR_COLUMNS, 'author_'> &
  OptionalRowOf<typeof QUOTED_COLUMNS, 'quoted_'> & {
    html: string | null;
    authorHidden: boolean | null;
    quotedText: string;
    quotedNickname: string | null;
    quotedAuthorHidden: boolean | null;
  };

/** `sumOfBytes`: SQL of the bytes of the page's texts up to this reply. */
const replyColumns = (sumOfBytes: string): string => `
  ${REPLY_COLUMNS.sql('p')},
  ${textOfManySql('p.html', sumOfBytes)} as html,
  ${AUTHOR_COLUMNS.sql('u', 'author_')},
  ${contentHiddenSql('u')} as "authorHidden",
  ${QUOTED_COLUMNS.sql('q', 'quoted_')},
  left(${readerExcerptSql('q.html', 'q.excerpt')}, 120) as "quotedText",
  qu.nickname as "quotedNickname",
  ${contentHiddenSql('qu')} as "quotedAuthorHidden"`;
const replyJoins = `
  ${joinByKeySql('"user"', 'u', 'p.user_id')}
  ${joinQuotedPostSql('p', 'q')}
  ${leftJoinByKeySql('"user"', 'qu', 'q.user_id')}`;

const selectRepliesOfRanges = statement<
  SelectedReply,
  { threadIds: readonly number[]; lows: readonly number[]; highs: readonly number[] }
>(`
  select ${replyColumns('p.bytes')}
  from unnest(:threadIds::int[], :lows::int[], :highs::int[]) as wanted(thread_id, low, high)
  cross join lateral (
    select *, ${sumTextBytesSql(['html'], 'order by floor')} as bytes
    from post
    where thread_id = wanted.thread_id and floor between wanted.low and wanted.high
    order by floor
    limit wanted.high - wanted.low + 1
  ) p
  ${replyJoins}
  order by p.thread_id, p.floor`);
const selectFeaturedReplies = statement<SelectedReply, { threadIds: readonly number[] }>(`
  select ${replyColumns(sumTextBytesSql(['p.html'], 'partition by p.thread_id order by p.floor'))}
  from post p
  ${replyJoins}
  where p.featured
    and p.thread_id = any(:threadIds::int[])
    and p.floor > 0
    and ${isShownSql('p')}
    and ${isAuthorShownSql('u')}
  order by p.thread_id, p.floor`);
function toQuote(row: SelectedReply): Quote | undefined {
  if (row.quoted_id === null) return undefined;
  const { id, userId, floor, ...post } = QUOTED_COLUMNS.take(
    row as RowOf<typeof QUOTED_COLUMNS, 'quoted_'>,
    'quoted_',
  );
  const withheld = getWithheldReason(post, row.quotedAuthorHidden);
  return {
    postId: id,
    userId,
    floor,
    nickname: row.quotedNickname as string,
    text: withheld ? undefined : (row.quotedText as string),
  };
}

type FirstComments = Awaited<ReturnType<typeof readFirstCommentsForPages>>;

function toReply(row: SelectedReply, comments: FirstComments): Reply {
  const withheld = getWithheldReason(row, row.authorHidden);
  return {
    id: row.id,
    floor: row.floor,
    author: toAuthor(row, 'author_'),
    html: withheld ? '' : (row.html ?? ''),
    withheld,
    quote: withheld ? undefined : toQuote(row),
    likesCnt: row.likesCnt,
    featured: row.featured,
    createdAt: row.createdAt,
    editedAt: row.editedAt ?? undefined,
    comments: withheld ? [] : (comments.get(row.id) ?? []).map(toCommentItem),
    commentsCnt: withheld ? 0 : row.commentsCnt,
  };
}

export interface FloorRange {
  threadId: number;
  /** Inclusive; 0 is the first post. */
  low: number;
  high: number;
}

/** Posts of these ranges, and featured replies of the threads `featuredIn`, by thread. */
export async function readReplies(
  db: Db,
  ranges: readonly FloorRange[],
  featuredIn: readonly number[],
): Promise<{ floors: Map<number, Reply[]>; featured: Map<number, Reply[]> }> {
  const [rows, featuredRows] = await Promise.all([
    selectRepliesOfRanges(db, {
      threadIds: ranges.map((range) => range.threadId),
      lows: ranges.map((range) => range.low),
      highs: ranges.map((range) => range.high),
    }),
    featuredIn.length > 0 ? selectFeaturedReplies(db, { threadIds: featuredIn }) : [],
  ]);
  const postIds = [
    ...new Set(
      [...rows, ...featuredRows]
        .filter((row) => row.commentsCnt > 0 && row.state === 'normal')
        .map((row) => row.id),
    ),
  ];
  const comments = await readFirstCommentsForPages(db, { postIds });
  const groupByThread = (from: SelectedReply[]) =>
    new Map(
      Array.from(
        Map.groupBy(from, (row) => row.threadId),
        ([threadId, own]) => [threadId, own.map((row) => toReply(row, comments))],
      ),
    );
  return { floors: groupByThread(rows), featured: groupByThread(featuredRows) };
}
