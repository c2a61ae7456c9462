import { statement } from '#db/statement.ts';
import { pagesWithComments } from '#domain/comment/create.ts';
import { isShown } from '#domain/thread/counts.ts';
import type { State } from '#domain/thread/state.ts';
import { touches, urgency } from '#publish/touch.ts';
import {
  type Acted,
  type Acting,
  act,
  allOf,
  type Because,
  type Place,
  requireAll,
} from './act.ts';
import type { Moderator } from './moderator.ts';

/** Comments that are locked, after their posts, as by who comments. */
export interface LockedComment {
  id: number;
  postId: number;
  threadId: number;
  forumId: number;
  userId: number;
  state: State;
  checked: boolean;
  floor: number;
  featured: boolean;
}

const lockPosts = statement<unknown, { ids: readonly number[] }>(
  `
    select
    from post
    where id in (select post_id from comment where id = any(:ids::int[]))
    order by id
    for update`,
);
const lock = statement<LockedComment, { ids: readonly number[] }>(`
  select
    c.id,
    c.post_id as "postId",
    c.thread_id as "threadId",
    p.forum_id as "forumId",
    c.user_id as "userId",
    c.state,
    c.checked,
    p.floor,
    p.featured
  from comment c
  join post p on p.id = c.post_id
  where c.id = any(:ids::int[])
  order by c.id
  for update of c`);
const set = statement<
  unknown,
  { id: number; state: string; userId: number; checked: boolean; by: number }
>(`
  with changed as (
    update comment
    set
      state = :state,
      checked = :checked,
      deleted_at = case when :state = 'deleted' then now() end,
      deleted_by = case when :state = 'deleted' then :userId::int end,
      updated_at = now()
    where id = :id
    returning post_id
  )
  update post
  set comments_cnt = comments_cnt + :by
  from changed
  where post.id = changed.post_id and :by <> 0`);

export async function lockComments(
  acting: Acting,
  ids: readonly number[],
): Promise<LockedComment[]> {
  await lockPosts(acting.tx, { ids });
  const comments = allOf(
    ids,
    new Map((await lock(acting.tx, { ids })).map((row) => [row.id, row])),
  );
  requireAll(acting.moderator, comments);
  return comments;
}

/**
 * Gives a comment that is locked another state, with its post's count and the pages that show it.
 */
export async function changeComment(
  acting: Acting,
  was: LockedComment,
  is: Pick<LockedComment, 'state' | 'checked'>,
): Promise<void> {
  const by = Number(isShown(is)) - Number(isShown(was));
  await set(acting.tx, {
    id: was.id,
    state: is.state,
    userId: acting.moderator.userId,
    checked: is.checked,
    by,
  });
  if (by === 0) return;
  const showing = pagesWithComments(was);
  acting.touch(touches(by < 0 ? urgency.takedown : urgency.post, ...showing));
  if (by < 0) acting.takeDown(showing, { thread: was.threadId, post: was.postId, comment: was.id });
}

const VERB: Record<State, string> = { normal: 'restore', hidden: 'hide', deleted: 'delete' };

/** Hides, deletes or restores comments. Throws notFound, forbidden. */
export const setCommentStates = (
  place: Place,
  moderator: Moderator,
  because: Because,
  ids: readonly number[],
  state: State,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const comments = await lockComments(acting, ids);
    const changed = comments.filter((comment) => comment.state !== state);
    for (const comment of comments) if (!changed.includes(comment)) acting.unchanged(comment.id);
    const action = `comment.${VERB[state]}`;
    for (const comment of changed) {
      await changeComment(acting, comment, { state, checked: comment.checked });
      acting.log({
        action,
        target: { comment: comment.id },
        forumId: comment.forumId,
        detail: { before: comment.state, thread: comment.threadId, post: comment.postId },
      });
      acting.tell({
        userId: comment.userId,
        act: action,
        threadId: comment.threadId,
        postId: comment.postId,
        commentId: comment.id,
      });
      acting.changed(comment.id);
    }
    for (const [before, own] of Map.groupBy(changed, (comment) => comment.state))
      acting.undoneBy('POST', `/api/v2/moderation/comments/${VERB[before]}`, {
        ids: own.map((comment) => comment.id),
      });
  });
