import { type Runner, statement } from '#db/statement.ts';
import { type Touch, tag, touches, urgency } from '#publish/touch.ts';
import type { Ledger } from '../counts/ledger.ts';
import type { LockedThread } from '../thread/counts.ts';
import type { State } from '../thread/state.ts';
import { type LockedPost, recountReplies } from './counts.ts';

const set = statement<unknown>(`
  update post
  set
    state = $2,
    deleted_at = case when $2 = 'deleted' then now() end,
    deleted_by = case when $2 = 'deleted' then $3::int end,
    updated_at = now()
  where id = $1`);

/** Hides, deletes or shows a reply that is locked, and books it into the counts or out of them. */
export async function setReplyState(
  tx: Runner,
  ledger: Ledger,
  was: LockedPost,
  threads: ReadonlyMap<number, LockedThread>,
  state: State,
  by: number,
): Promise<void> {
  await set(tx, [was.id, state, by]);
  await recountReplies(tx, ledger, [{ was, is: { ...was, state } }], threads);
}

/**
 * Of a reply that came or went: the pages that show it, the lists in which its thread stands
 * elsewhere now, the numbers.
 */
export const touchedByReplyState = (
  post: Pick<LockedPost, 'threadId' | 'forumId' | 'userId'>,
  showing: readonly string[],
): Touch[] => [
  ...touches(urgency.takedown, ...showing, tag.userPage(post.userId)),
  ...touches(
    urgency.list,
    tag.row(post.threadId),
    tag.list(0, 'latest'),
    tag.list(post.forumId, 'latest'),
  ),
  ...touches(
    urgency.counts,
    tag.threadCounts(post.threadId),
    tag.list(0, 'hot'),
    tag.list(post.forumId, 'hot'),
    tag.today(),
  ),
];
