import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { getCommentPageTags } from '#domain/post/page-tags.ts';
import { type ContentState, SET_STATE_SQL } from '#domain/thread/state.ts';
import { isShown } from '#domain/visibility.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
  VERB_OF_STATE,
} from './moderation-action.ts';

const COMMENT_COLUMNS = pickColumns(schema.comment, 'id postId threadId userId state checked');

/** Lock order: posts, then comments, as writers do. */
export interface LockedComment extends RowOf<typeof COMMENT_COLUMNS> {
  forumId: number;
  floor: number;
  featured: boolean;
}

const lockPostsOfComments = statement<unknown, { ids: readonly number[] }>(
  `
    select
    from post
    where id in (select post_id from comment where id = any(:ids::int[]))
    order by id
    for update`,
);
const selectCommentsForUpdate = statement<LockedComment, { ids: readonly number[] }>(`
  select
    ${COMMENT_COLUMNS.sql('c')},
    p.forum_id as "forumId",
    p.floor,
    p.featured
  from comment c
  join post p on p.id = c.post_id
  where c.id = any(:ids::int[])
  order by c.id
  for update of c`);
const updateCommentState = statement<
  unknown,
  { id: number; state: string; by: number; checked: boolean; delta: number }
>(`
  with changed as (
    update comment
    set
      checked = :checked,
      ${SET_STATE_SQL}
    where id = :id
    returning post_id
  )
  update post
  set comments_cnt = comments_cnt + :delta
  from changed
  where post.id = changed.post_id and :delta <> 0`);

export async function lockComments(
  transaction: ModerationTransaction,
  ids: readonly number[],
): Promise<LockedComment[]> {
  await lockPostsOfComments(transaction.tx, { ids });
  return transaction.requireTargets(ids, await selectCommentsForUpdate(transaction.tx, { ids }));
}

/** Sets the state of a locked comment, its post's count, and invalidates the pages that show it. */
export async function changeCommentState(
  transaction: ModerationTransaction,
  was: LockedComment,
  is: Pick<LockedComment, 'state' | 'checked'>,
): Promise<void> {
  const delta = Number(isShown(is)) - Number(isShown(was));
  await updateCommentState(transaction.tx, {
    id: was.id,
    state: is.state,
    by: transaction.moderator.userId,
    checked: is.checked,
    delta,
  });
  if (delta === 0) return;
  const pageTags = getCommentPageTags(was);
  transaction.invalidate(toInvalidations(delta < 0 ? urgency.takedown : urgency.post, ...pageTags));
  if (delta < 0)
    transaction.addRemoval(pageTags, {
      forumId: was.forumId,
      removal: { thread: was.threadId, post: was.postId, comment: was.id },
    });
}

/** Hides, deletes or restores locked comments, inside a moderation action. */
export async function changeCommentStates(
  transaction: ModerationTransaction,
  comments: readonly LockedComment[],
  state: ContentState,
): Promise<void> {
  const changed = transaction.selectChanged(comments, (comment) => comment.state !== state);
  const action = `comment.${VERB_OF_STATE[state]}`;
  for (const comment of changed) {
    await changeCommentState(transaction, comment, { state, checked: comment.checked });
    transaction.record({
      action,
      target: { comment: comment.id },
      forumId: comment.forumId,
      detail: { before: comment.state, thread: comment.threadId, post: comment.postId },
      author: {
        userId: comment.userId,
        threadId: comment.threadId,
        postId: comment.postId,
        commentId: comment.id,
      },
    });
  }
  transaction.addStateUndo('comment', changed);
}

/** Hides, deletes or restores comments. Throws notFound, forbidden. */
export const setCommentStates = (
  context: ActionContext,
  ids: readonly number[],
  state: ContentState,
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) =>
    changeCommentStates(transaction, await lockComments(transaction, ids), state),
  );
