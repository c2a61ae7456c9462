import type { PollWire, ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import { statement } from '#db/statement.ts';
import { presentComment } from '../comment/present.ts';
import { readFirstComments } from '../comment/wire.ts';
import { readerOf } from '../forum/access.ts';
import { readCommunity } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { presentPoll } from '../poll/present.ts';
import { readPolls } from '../poll/read.ts';
import { type PostRow, postColumns, presentFirstPost } from '../post/present.ts';
import { presentThreadSummary } from './present.ts';
import { headColumns, type ThreadHead, visible } from './wire-head.ts';

interface Info extends ThreadHead {
  favourite: boolean;
  liked: boolean;
  /** What the caller voted for. */
  chosen: number[] | null;
}

const infoOf = statement<Info, { threadId: number; reader: number | null; userId: number | null }>(`
  select
    ${headColumns(':reader')},
    exists (
      select
      from thread_favourite
      where user_id = :userId::int and thread_id = t.id
    ) as favourite,
    exists (select from thread_like where user_id = :userId::int and thread_id = t.id) as liked,
    (select option_ids from poll_vote where thread_id = t.id and user_id = :userId::int) as chosen
  from thread t
  join forum f on f.id = t.forum_id
  where t.id = :threadId`);
const firstPostOf = statement<PostRow, { threadId: number; userId: number | null }>(
  `select ${postColumns('p', ':userId')} from post p where p.thread_id = :threadId and p.floor = 0`,
);

async function readPoll({ db }: Reading, info: Info): Promise<PollWire | null> {
  const poll = info.hasPoll ? (await readPolls(db, [info.id])).get(info.id) : undefined;
  return poll ? presentPoll(poll, info.chosen) : null;
}

/**
 * A thread with its first post, its poll, and what it is to the caller. Throws notFound,
 * notAcceptable.
 */
export async function readThreadInfo(
  reading: Reading,
  threadId: number,
): Promise<ThreadInfoReplyWire> {
  const { db, viewer, timeZone } = reading;
  const [community, [found], [first]] = await Promise.all([
    readCommunity(db, timeZone),
    infoOf(db, { threadId, reader: readerOf(viewer), userId: viewer?.userId ?? null }),
    firstPostOf(db, { threadId, userId: viewer?.userId ?? null }),
  ]);
  const info = visible(found, viewer);
  if (!first) throw new Error(`thread ${threadId} has no first post`);
  const [poll, comments] = await Promise.all([
    readPoll(reading, info),
    readFirstComments(db, first.commentsCnt > 0 ? [first.id] : []),
  ]);
  const under = comments.get(first.id) ?? [];
  const context = await around(
    reading,
    community,
    new Map([
      [info.userId, info.userVersion],
      [first.userId, first.userVersion],
      ...under.map((one) => [one.userId, one.userVersion] as const),
    ]),
  );
  const hidden = context.people.hidden(info.userId);
  return {
    code: 0,
    msg: 'ok',
    data: {
      ...presentThreadSummary(info, context),
      first_post_id: first.id,
      checked: info.checked ? 1 : 0,
      is_favorite: info.favourite,
      is_up: info.liked,
      like_cnt: info.likesCnt,
      post: presentFirstPost(
        first,
        hidden ? [] : under.map((one) => presentComment(one, context)),
        context,
      ),
      deleted_at: info.deletedAt?.toISOString() ?? null,
      poll_list: hidden ? null : poll,
    },
  };
}
