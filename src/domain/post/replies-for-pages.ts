import type { CommentItem, Quote, Reply } from '#contracts/page-model.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import {
  authorColumns,
  personColumns,
  type SqlRow,
  toAuthor,
  toPerson,
} from '../user/author-columns.ts';
import {
  contentHiddenSql,
  getWithheldReason,
  isAuthorShownSql,
  isShownSql,
  joinQuotedPostSql,
} from '../visibility.ts';

/** Comments shown under a reply before a reader asks for more. */
export const MAX_COMMENTS_SHOWN = 3;

const replyColumns = `
  p.id,
  p.thread_id as "threadId",
  p.floor,
  p.state,
  p.checked,
  p.html,
  p.featured,
  p.likes_cnt as "likesCnt",
  p.comments_cnt as "commentsCnt",
  p.created_at as "createdAt",
  p.edited_at as "editedAt",
  ${authorColumns('u', 'author')},
  ${contentHiddenSql('u')} as "authorHidden",
  q.id as "quoteId",
  q.user_id as "quoteUserId",
  q.floor as "quoteFloor",
  left(q.excerpt, 120) as "quoteText",
  q.state as "quoteState",
  q.checked as "quoteChecked",
  qu.nickname as "quoteNickname",
  ${contentHiddenSql('qu')} as "quoteHidden"`;
const replyJoins = `
  join "user" u on u.id = p.user_id
  ${joinQuotedPostSql('p', 'q')}
  left join "user" qu on qu.id = q.user_id`;

const selectRepliesOfRanges = statement<
  SqlRow,
  { threadIds: readonly number[]; lows: readonly number[]; highs: readonly number[] }
>(`
  select ${replyColumns}
  from unnest(:threadIds::int[], :lows::int[], :highs::int[]) as wanted(thread_id, low, high)
  join post p on p.thread_id = wanted.thread_id and p.floor between wanted.low and wanted.high
  ${replyJoins}
  order by p.thread_id, p.floor`);
const selectFeaturedReplies = statement<SqlRow, { threadIds: readonly number[] }>(`
  select ${replyColumns}
  from post p
  ${replyJoins}
  where p.featured
    and p.thread_id = any(:threadIds::int[])
    and p.floor > 0
    and ${isShownSql('p')}
    and ${isAuthorShownSql('u')}
  order by p.thread_id, p.floor`);
const selectFirstComments = statement<SqlRow, { postIds: readonly number[] }>(`
  select
    c.id,
    c.post_id as "postId",
    c.html,
    c.created_at as "createdAt",
    ${personColumns('u', 'author')}
  from unnest(:postIds::int[]) as wanted(post_id)
  cross join lateral (
    select *
    from comment
    where post_id = wanted.post_id and ${isShownSql('comment')}
    order by id
    limit ${MAX_COMMENTS_SHOWN}
  ) c
  join "user" u on u.id = c.user_id
  where ${isAuthorShownSql('u')}
  order by c.post_id, c.id`);

function toQuote(row: SqlRow): Quote | undefined {
  if (row.quoteId === null) return undefined;
  const withheld = getWithheldReason(
    { state: row.quoteState, checked: row.quoteChecked },
    row.quoteHidden,
  );
  return {
    postId: row.quoteId as number,
    userId: row.quoteUserId as number,
    floor: row.quoteFloor as number,
    nickname: row.quoteNickname as string,
    text: withheld ? undefined : (row.quoteText as string),
  };
}

function toReply(row: SqlRow, comments: Map<number, CommentItem[]>): Reply {
  const withheld = getWithheldReason({ state: row.state, checked: row.checked }, row.authorHidden);
  return {
    id: row.id as number,
    floor: row.floor as number,
    author: toAuthor(row, 'author'),
    html: withheld ? '' : (row.html as string),
    withheld: withheld,
    quote: withheld ? undefined : toQuote(row),
    likesCnt: row.likesCnt as number,
    featured: row.featured === true,
    createdAt: row.createdAt as Date,
    editedAt: (row.editedAt as Date | null) ?? undefined,
    comments: withheld ? [] : (comments.get(row.id as number) ?? []),
    commentsCnt: withheld ? 0 : (row.commentsCnt as number),
  };
}

export interface FloorRange {
  threadId: number;
  /** Floors from … to, both included; 0 is the first post. */
  low: number;
  high: number;
}

/** Posts of these ranges and the featured replies of those threads that ask for them, by thread. */
export async function readReplies(
  db: Db,
  ranges: readonly FloorRange[],
  featuredIn: readonly number[],
): Promise<{ floors: Map<number, Reply[]>; featured: Map<number, Reply[]> }> {
  const [rows, featuredRows] = await Promise.all([
    selectRepliesOfRanges(db, {
      threadIds: ranges.map((one) => one.threadId),
      lows: ranges.map((one) => one.low),
      highs: ranges.map((one) => one.high),
    }),
    featuredIn.length > 0 ? selectFeaturedReplies(db, { threadIds: featuredIn }) : [],
  ]);
  const postIdsWithComments = [
    ...new Set(
      [...rows, ...featuredRows]
        .filter((row) => (row.commentsCnt as number) > 0 && row.state === 'normal')
        .map((row) => row.id as number),
    ),
  ];
  const comments = new Map<number, CommentItem[]>();
  for (const row of postIdsWithComments.length > 0
    ? await selectFirstComments(db, { postIds: postIdsWithComments })
    : []) {
    const list = comments.get(row.postId as number) ?? [];
    comments.set(row.postId as number, list);
    list.push({
      id: row.id as number,
      author: toPerson(row, 'author'),
      html: row.html as string,
      createdAt: row.createdAt as Date,
    });
  }
  const groupByThread = (from: SqlRow[]) => {
    const byThread = new Map<number, Reply[]>();
    for (const row of from) {
      const list = byThread.get(row.threadId as number) ?? [];
      byThread.set(row.threadId as number, list);
      list.push(toReply(row, comments));
    }
    return byThread;
  };
  return { floors: groupByThread(rows), featured: groupByThread(featuredRows) };
}
