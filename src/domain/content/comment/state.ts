import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { type Runner, statement } from '#db/statement.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { getCommentPageTags } from '../../shared/page-tags.ts';
import type { UnitOfWork } from '../../shared/unit-of-work.ts';
import { isShown } from '../../shared/visibility.ts';
import { type ContentState, SET_STATE_SQL } from '../thread/state.ts';

const LOCKED_COLUMNS = pickColumns(
  schema.comment,
  'id postId threadId userId state checked createdAt',
);

/** A locked comment, with facts of its locked post. */
export interface LockedComment extends RowOf<typeof LOCKED_COLUMNS> {
  forumId: number;
  floor: number;
  featured: boolean;
}

const lockPostsOfComments = statement<unknown, { ids: readonly number[] }>(`
  select
  from post
  where id in (select post_id from comment where id = any(:ids::int[]))
  order by id
  for update`);
const selectCommentsForUpdate = statement<LockedComment, { ids: readonly number[] }>(`
  select
    ${LOCKED_COLUMNS.sql('c')},
    p.forum_id as "forumId",
    p.floor,
    p.featured
  from comment c
  join post p on p.id = c.post_id
  where c.id = any(:ids::int[])
  order by c.id
  for update of c`);

/** Locks posts, then comments, in the order of createComment. */
export async function lockComments(tx: Runner, ids: readonly number[]): Promise<LockedComment[]> {
  await lockPostsOfComments(tx, { ids });
  return selectCommentsForUpdate(tx, { ids });
}

const updateCommentStates = statement<
  unknown,
  {
    ids: readonly number[];
    state: string;
    by: number;
    checked: boolean | null;
    postIds: readonly number[];
    deltas: readonly number[];
  }
>(`
  with changed as (
    update comment
    set
      checked = coalesce(:checked::bool, checked),
      ${SET_STATE_SQL}
    where id = any(:ids::int[])
  )
  update post
  set comments_cnt = comments_cnt + change.delta
  from unnest(:postIds::int[], :deltas::int[]) as change(id, delta)
  where post.id = change.id`);

/** Sets the state of locked comments, with their posts' counts, and invalidates their pages. */
export async function applyCommentState(
  unit: UnitOfWork,
  comments: readonly LockedComment[],
  { state, checked }: { state: ContentState; checked?: true },
  by: number,
): Promise<void> {
  if (comments.length === 0) return;
  const deltaOf = (was: LockedComment): number =>
    Number(isShown({ state, checked: checked ?? was.checked })) - Number(isShown(was));
  const deltas = new Map<number, number>();
  for (const was of comments) deltas.set(was.postId, (deltas.get(was.postId) ?? 0) + deltaOf(was));
  await updateCommentStates(unit.tx, {
    ids: comments.map(({ id }) => id),
    state,
    by,
    checked: checked ?? null,
    postIds: [...deltas.keys()],
    deltas: [...deltas.values()],
  });
  for (const was of comments) {
    const delta = deltaOf(was);
    if (delta === 0) continue;
    const pageTags = getCommentPageTags(was);
    unit.invalidate(toInvalidations(delta < 0 ? urgency.takedown : urgency.post, ...pageTags));
    if (delta < 0)
      unit.addRemoval(pageTags, {
        forumId: was.forumId,
        removal: { thread: was.threadId, post: was.postId, comment: was.id },
      });
  }
}
