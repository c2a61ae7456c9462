import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { lockPosts } from '#domain/post/counts.ts';
import { countThread, isShown, type LockedThread, lockThreads } from '#domain/thread/counts.ts';
import { prepareSubject } from '#domain/thread/create.ts';
import { thread as threadTags } from '#domain/thread/touched.ts';
import { type Acted, act, allOf, type Because, type Place, requireAll } from './act.ts';
import { touchGrown } from './merge.ts';
import type { Moderator } from './moderator.ts';
import { type Destination, destination } from './move.ts';
import { appendPosts, becomeFirst, becomeReply, returnPosts, settle } from './rehouse.ts';
import { touchedByReturn, withdraw } from './threads.ts';

export interface Splitting {
  /** Replies of one thread; the earliest begins the new one. */
  ids: readonly number[];
  subject: string;
  /** Without it the thread's own. */
  to?: Destination | undefined;
}

const begin = statement<
  { id: number },
  { forumId: number; themeId: number; subject: string; language: string; from: number }
>(`
  insert into thread (
    forum_id,
    theme_id,
    user_id,
    subject,
    excerpt,
    language,
    images_cnt,
    first_post_id,
    last_post_id,
    last_user_id,
    last_reply_at,
    created_at
  )
  select
    :forumId,
    :themeId,
    user_id,
    :subject,
    excerpt,
    :language,
    images_cnt,
    id,
    id,
    user_id,
    created_at,
    created_at
  from post
  where id = :from
  returning id`);
const unfeature = statement<unknown, { id: number }>(
  `update post set featured = false where id = :id`,
);

/**
 * Makes a thread of replies (R23): the earliest is its first post, the others follow in their
 * order. Their old floors stay empty, their addresses lead to where they are now. Throws notFound,
 * forbidden, malformed (of several threads, or the earliest isn't shown), length.
 */
export const splitReplies = (
  place: Place,
  moderator: Moderator,
  because: Because,
  { ids, subject, to }: Splitting,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const { tx, ledger } = acting;
    const title = prepareSubject(subject);
    const { posts, threads } = await lockPosts(tx, ids);
    const replies = allOf(ids, posts).sort((a, b) => a.floor - b.floor);
    requireAll(moderator, replies);
    const [first] = replies;
    const [old] = [...threads.values()];
    if (!first || !old || threads.size !== 1 || first.floor === 0 || !isShown(first))
      throw new AppError('malformed', { values: { field: 'ids' } });
    if (!isShown(old)) throw new AppError('notAcceptable');
    const there = to ? await destination(tx, moderator, to) : old;
    const [made] = await begin(tx, {
      forumId: there.forumId,
      themeId: there.themeId,
      subject: title,
      language: old.language,
      from: first.id,
    });
    const fresh: LockedThread = {
      ...old,
      ...there,
      id: made?.id as number,
      userId: first.userId,
      subject: title,
      digest: false,
      digestForum: false,
      repliesCnt: 0,
      lastFloor: 0,
      firstPostId: first.id,
    };
    await appendPosts(tx, ids, fresh, -1);
    await becomeFirst(tx, first.id, fresh.id, title);
    await unfeature(tx, { id: first.id });
    ledger.user(first.userId, { posts: -1, featured: first.featured ? -1 : 0 });
    countThread(ledger, fresh, 1);
    await settle(tx, ledger, old);
    await settle(tx, ledger, fresh);
    acting.log({
      action: 'thread.split',
      target: { thread: fresh.id },
      forumId: old.forumId,
      detail: { from: old.id, posts: ids },
    });
    acting.tell({
      userId: first.userId,
      act: 'thread.split',
      threadId: fresh.id,
      postId: first.id,
    });
    acting.changed(fresh.id);
    acting.takeDown(threadTags({ threadId: old.id }));
    touchGrown(acting, { ...old, lastFloor: 1 }, old.lastFloor);
    acting.touch(touchedByReturn(fresh));
    acting.undoneBy('POST', '/api/v2/moderation/threads/unsplit', { id: fresh.id });
  });

const origins = statement<{ from: number | null; posts: number }, { threadId: number }>(
  `
    select from_thread_id as "from", count(*)::int as posts
    from post
    where thread_id = :threadId
    group by 1`,
);
const close = statement<unknown, { id: number; mergedInto: number; userId: number }>(
  `
    update thread
    set
      state = 'deleted',
      deleted_at = now(),
      deleted_by = :userId,
      merged_into = :mergedInto,
      replies_cnt = 0
    where id = :id`,
);

/**
 * Takes a splitting back. Throws notFound, forbidden, conflict (something else was written in the
 * new thread, or it isn't shown).
 */
export const unsplitThread = (
  place: Place,
  moderator: Moderator,
  because: Because,
  id: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const { tx, ledger } = acting;
    requireAll(moderator, allOf([id], await lockThreads(tx, [id])));
    const [origin, ...others] = await origins(tx, { threadId: id });
    if (!origin || origin.from === null || others.length > 0)
      throw new AppError('conflict', { payload: [id] });
    const [fresh, old] = allOf([id, origin.from], await lockThreads(tx, [id, origin.from])) as [
      LockedThread,
      LockedThread,
    ];
    requireAll(moderator, [fresh, old]);
    if (!isShown(fresh)) throw new AppError('conflict', { payload: [id] });
    countThread(ledger, fresh, -1);
    await returnPosts(tx, id, old);
    if (((await origins(tx, { threadId: id })).length as number) > 0)
      throw new AppError('conflict', { payload: [id] });
    await becomeReply(tx, fresh.firstPostId, id);
    ledger.user(fresh.userId, { posts: 1 });
    await close(tx, { id, mergedInto: old.id, userId: moderator.userId });
    await settle(tx, ledger, old);
    acting.log({
      action: 'thread.unsplit',
      target: { thread: id },
      forumId: fresh.forumId,
      detail: { into: old.id, posts: origin.posts },
    });
    acting.tell({ userId: fresh.userId, act: 'thread.unsplit', threadId: old.id });
    acting.changed(id);
    withdraw(acting, fresh);
    touchGrown(acting, { ...old, lastFloor: 1 }, old.lastFloor);
  });
