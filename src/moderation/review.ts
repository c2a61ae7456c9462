import { AppError } from '#contracts/errors.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import { statement } from '#db/statement.ts';
import { type LockedPost, lockPosts, recountReplies } from '#domain/post/counts.ts';
import { CREDITS_PER_REPLY, peopleToTell } from '#domain/post/create.ts';
import { pagesShowing } from '#domain/post/edit.ts';
import { isShown, type LockedThread, lockThreads, recountThread } from '#domain/thread/counts.ts';
import { CREDITS_PER_THREAD } from '#domain/thread/create.ts';
import { tag, touches, urgency } from '#publish/touch.ts';
import {
  type Acted,
  type Acting,
  act,
  allOf,
  type Because,
  type Place,
  requireAll,
} from './act.ts';
import { changeComment, lockComments } from './comments.ts';
import type { Moderator } from './moderator.ts';
import { changeReplies } from './posts.ts';
import { changeState, touchedByReturn } from './threads.ts';

/*
 * What waits for a moderator (checked is false) is let through, as if it had been written now, or
 * rejected.
 */

export const KINDS = ['thread', 'reply', 'comment'] as const;
export interface Waiting {
  kind: (typeof KINDS)[number];
  id: number;
}

interface Held {
  unseen: boolean;
  tell: number[];
  categories: number[];
  kinds: string[];
}

const takeOfPost = statement<Held, { firstPostId: number }>(
  `delete from held where post_id = :firstPostId returning unseen, tell, categories, kinds`,
);
const takeOfComment = statement<Held, { commentId: number }>(
  `delete from held where comment_id = :commentId returning unseen, tell, categories, kinds`,
);
const checkPost = statement<unknown, { firstPostId: number }>(
  `update post set checked = true where id = :firstPostId`,
);
const checkThread = statement<unknown, { id: number }>(
  `update thread set checked = true, moderations_cnt = moderations_cnt + 1 where id = :id`,
);
const tell = statement<
  unknown,
  {
    authorId: number;
    threadId: number;
    postId: number | null;
    commentId: number | null;
    ids: readonly number[];
    categories: readonly number[];
    kinds: readonly string[];
  }
>(`
  insert into notification (
    user_id,
    category,
    kind,
    actor_id,
    thread_id,
    post_id,
    comment_id
  )
  select
    u.id,
    someone.category,
    someone.kind,
    :authorId,
    :threadId,
    :postId,
    :commentId
  from unnest(:ids::int[], :categories::smallint[], :kinds::text[]) as someone(id, category, kind)
  join "user" u on u.id = someone.id
  where coalesce((u.notify ->> someone.kind)::boolean, true)`);
const quoteAuthor = statement<{ userId: number }, { quotePostId: number }>(
  `select user_id as "userId" from post where id = :quotePostId`,
);

const tellHeld = (
  acting: Acting,
  author: number,
  place: { thread: number; post?: number; comment?: number },
  { tell: ids, categories, kinds }: Omit<Held, 'unseen'>,
) =>
  tell(acting.tx, {
    authorId: author,
    threadId: place.thread,
    postId: place.post ?? null,
    commentId: place.comment ?? null,
    ids,
    categories,
    kinds,
  });

async function approveThread(acting: Acting, thread: LockedThread): Promise<void> {
  const [held] = await takeOfPost(acting.tx, { firstPostId: thread.firstPostId });
  await checkThread(acting.tx, { id: thread.id });
  await checkPost(acting.tx, { firstPostId: thread.firstPostId });
  recountThread(acting.ledger, thread, { ...thread, checked: true });
  if (held?.unseen ?? true) {
    acting.ledger.today(thread.forumId, { threads: 1 });
    acting.ledger.user(thread.userId, { credits: CREDITS_PER_THREAD });
    if (held) await tellHeld(acting, thread.userId, { thread: thread.id }, held);
  }
  if (thread.state === 'normal') acting.touch(touchedByReturn(thread));
}

async function approveReply(acting: Acting, was: LockedPost, thread: LockedThread): Promise<void> {
  const [held] = await takeOfPost(acting.tx, { firstPostId: was.id });
  await checkPost(acting.tx, { firstPostId: was.id });
  await recountReplies(
    acting.tx,
    acting.ledger,
    [{ was, is: { ...was, checked: true } }],
    new Map([[thread.id, thread]]),
  );
  if (held?.unseen ?? true) {
    acting.ledger.today(was.forumId, { replies: 1 });
    acting.ledger.user(was.userId, { credits: CREDITS_PER_REPLY });
    const [quoted] =
      was.quotePostId === null
        ? []
        : await quoteAuthor(acting.tx, { quotePostId: was.quotePostId });
    const people =
      held ??
      ((found) => ({ tell: found.ids, ...found }))(
        peopleToTell(
          was.userId,
          { quoteAuthor: quoted?.userId ?? null, threadAuthor: thread.userId },
          [],
        ),
      );
    await tellHeld(acting, was.userId, { thread: thread.id, post: was.id }, people);
  }
  acting.touch([
    ...touches(
      urgency.post,
      ...(await pagesShowing(acting.tx, was)),
      tag.threadPage(was.threadId, pageOfFloor(was.floor)),
    ),
    ...touches(
      urgency.list,
      tag.row(was.threadId),
      tag.list(0, 'latest'),
      tag.list(was.forumId, 'latest'),
    ),
    ...touches(
      urgency.counts,
      tag.threadCounts(was.threadId),
      tag.list(0, 'hot'),
      tag.list(was.forumId, 'hot'),
      tag.today(),
      tag.userPage(was.userId),
    ),
  ]);
}

const logged = (
  acting: Acting,
  action: string,
  target: Waiting,
  place: { forumId: number; userId: number; threadId: number; postId?: number },
): void => {
  const { kind, id } = target;
  acting.log({
    action,
    target: kind === 'thread' ? { thread: id } : kind === 'reply' ? { post: id } : { comment: id },
    forumId: place.forumId,
    detail: { thread: place.threadId },
  });
  acting.tell({
    userId: place.userId,
    act: action,
    threadId: place.threadId,
    postId: kind === 'thread' ? undefined : place.postId,
    commentId: kind === 'comment' ? id : undefined,
  });
};

interface Standing {
  id: number;
  state: string;
  checked: boolean;
}

/** Throws conflict, naming what doesn't wait any more: another moderator was there before. */
function requireWaiting(targets: readonly Standing[]): void {
  const done = targets.filter((one) => one.checked || one.state !== 'normal').map((one) => one.id);
  if (done.length > 0) throw new AppError('conflict', { payload: done });
}

const idsOf = (waiting: readonly Waiting[], kind: Waiting['kind']): number[] =>
  waiting.filter((one) => one.kind === kind).map((one) => one.id);

/**
 * Lets through, or rejects, what waits for review. Approving counts it, gives its author the credit
 * and tells whom writing it would have told; rejecting deletes it. Throws notFound, forbidden,
 * conflict (it doesn't wait any more).
 */
export const review = (
  place: Place,
  moderator: Moderator,
  because: Because,
  waiting: readonly Waiting[],
  approve: boolean,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const [threadIds, replyIds, commentIds] = KINDS.map((kind) => idsOf(waiting, kind)) as [
      number[],
      number[],
      number[],
    ];
    const threads = allOf(threadIds, await lockThreads(acting.tx, threadIds));
    const { posts, threads: around } = await lockPosts(acting.tx, replyIds);
    const replies = allOf(replyIds, posts);
    if (replies.some((reply) => reply.floor === 0)) throw new AppError('notFound');
    const comments = commentIds.length > 0 ? await lockComments(acting, commentIds) : [];
    const targets: (Standing & { forumId: number })[] = [...threads, ...replies, ...comments];
    requireAll(moderator, targets);
    requireWaiting(targets);
    if (!approve) {
      await changeState(acting, threads, 'deleted');
      await changeReplies(acting, replies, around, 'deleted');
      for (const comment of comments) {
        await changeComment(acting, comment, { state: 'deleted', checked: false });
        logged(acting, 'comment.reject', { kind: 'comment', id: comment.id }, comment);
        acting.changed(comment.id);
      }
      return;
    }
    for (const thread of threads) {
      await approveThread(acting, thread);
      logged(
        acting,
        'thread.approve',
        { kind: 'thread', id: thread.id },
        { forumId: thread.forumId, userId: thread.userId, threadId: thread.id },
      );
    }
    for (const reply of replies) {
      // A thread that is let through by the same call counts its replies as it is then.
      const thread = around.get(reply.threadId) as LockedThread;
      await approveReply(
        acting,
        reply,
        threadIds.includes(thread.id) ? { ...thread, checked: true } : thread,
      );
      logged(
        acting,
        'post.approve',
        { kind: 'reply', id: reply.id },
        {
          forumId: reply.forumId,
          userId: reply.userId,
          threadId: reply.threadId,
          postId: reply.id,
        },
      );
    }
    for (const comment of comments) {
      const [held] = await takeOfComment(acting.tx, { commentId: comment.id });
      await changeComment(acting, comment, { state: comment.state, checked: true });
      if (held?.unseen)
        await tellHeld(
          acting,
          comment.userId,
          { thread: comment.threadId, post: comment.postId, comment: comment.id },
          held,
        );
      logged(acting, 'comment.approve', { kind: 'comment', id: comment.id }, comment);
    }
    for (const one of waiting) acting.changed(one.id);
    const shownThreads = threads
      .filter((thread) => isShown({ ...thread, checked: true }))
      .map((thread) => thread.id);
    if (shownThreads.length > 0)
      acting.undoneBy('POST', '/api/v2/moderation/threads/hide', { ids: shownThreads });
    if (replyIds.length > 0)
      acting.undoneBy('POST', '/api/v2/moderation/posts/hide', { ids: replyIds });
    if (commentIds.length > 0)
      acting.undoneBy('POST', '/api/v2/moderation/comments/hide', { ids: commentIds });
  });
