import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type { PollWire, ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { createPresentContext } from '../../people/present-context.ts';
import { readReferenceData } from '../../reference/reference-data.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { toReaderGroupId } from '../../shared/viewer.ts';
import { readFirstComments } from '../comment/first-comments.ts';
import { toCommentWire } from '../comment/present.ts';
import { toPollWire } from '../poll/present.ts';
import { readPolls } from '../poll/read.ts';
import { type PostRow, postColumns, toFirstPostWire } from '../post/present.ts';
import {
  type ThreadWireRow,
  threadWireColumns,
  toThreadBriefWire,
  toThreadSummaryWire,
} from './present.ts';
import { requireVisible, type ThreadHead, threadHeadColumns } from './thread-head.ts';

interface ThreadInfoRow extends ThreadHead {
  favourite: boolean;
  liked: boolean;
  chosen: number[] | null;
}

const selectThreadInfo = statement<
  ThreadInfoRow,
  { threadId: number; reader: number | null; userId: number | null }
>(`
  select
    ${threadHeadColumns(':reader')},
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
const selectFirstPost = statement<PostRow, { threadId: number; userId: number | null }>(
  `select ${postColumns('p', ':userId')} from post p where p.thread_id = :threadId and p.floor = 0`,
);

async function readPollWire({ db }: ReadContext, info: ThreadInfoRow): Promise<PollWire | null> {
  const poll = info.hasPoll ? (await readPolls(db, [info.id])).get(info.id) : undefined;
  return poll ? toPollWire(poll, info.chosen) : null;
}

/** Throws notFound, notAcceptable. */
export async function readThreadInfo(
  reading: ReadContext,
  threadId: number,
): Promise<ThreadInfoReplyWire['data']> {
  const { db, viewer, timeZone } = reading;
  const [reference, [found], [first]] = await Promise.all([
    readReferenceData(db, timeZone),
    selectThreadInfo(db, {
      threadId,
      reader: toReaderGroupId(viewer),
      userId: viewer?.userId ?? null,
    }),
    selectFirstPost(db, { threadId, userId: viewer?.userId ?? null }),
  ]);
  const info = requireVisible(found, viewer);
  if (!first) throw new Error(`thread ${threadId} has no first post`);
  const [poll, comments] = await Promise.all([
    readPollWire(reading, info),
    readFirstComments(db, {
      postIds: first.commentsCnt > 0 ? [first.id] : [],
      viewer: viewer?.userId ?? null,
    }),
  ]);
  const firstPostComments = comments.get(first.id) ?? [];
  const context = await createPresentContext(reading, reference, [
    info,
    first,
    ...firstPostComments,
  ]);
  const hidden = context.users.isHidden(info.userId);
  return {
    ...toThreadSummaryWire(info, context),
    first_post_id: first.id,
    checked: info.checked ? 1 : 0,
    is_favorite: info.favourite,
    is_up: info.liked,
    like_cnt: info.likesCnt,
    post: toFirstPostWire(
      first,
      hidden ? [] : firstPostComments.map((comment) => toCommentWire(comment, context)),
      context,
    ),
    deleted_at: info.deletedAt?.toISOString() ?? null,
    poll_list: hidden ? null : poll,
  };
}

const selectThread = statement<ThreadWireRow, { id: number }>(
  `select ${threadWireColumns} from thread t where t.id = :id`,
);

/** A thread in any state, for its author after writing. Throws notFound. */
export async function readThreadBrief(db: Db, id: number, lang: Lang): Promise<ThreadBriefWire> {
  const [row] = await selectThread(db, { id });
  if (!row) throw new AppError('notFound');
  const now = Date.now();
  return toThreadBriefWire(row, {
    users: { isHidden: () => false },
    withheldTexts: { hidden: '', hiddenThread: '', review: '', tooLarge: '' },
    timeAgo: (at) => relativeTime(lang, at.getTime(), now),
  });
}
