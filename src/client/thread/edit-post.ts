import { atom, map } from 'nanostores';
import type { PostWire } from '#contracts/wire/post.ts';
import type { PostSourceWire } from '#contracts/wire/revision.ts';
import { call } from '../core/api.ts';
import type { ActionReason } from '../moderation/action-reason.ts';
import { reasonFields } from '../moderation/action-reason.ts';

/* Editing and deleting posts (R23, R24). */

/** Replies edited or deleted on this page, by id; null is deleted. */
export const $editedReplies = map<Record<number, PostWire | null>>({});

/** Throws Failure. */
export async function loadPostSource(postId: number): Promise<PostSourceWire> {
  return (await call('GET /v1/thread/post/source', { query: { id: postId } })).data;
}

export interface ReplyPosition {
  postId: number;
  floor: number;
}

/** Replies that the reader deleted on this page and can restore. */
export const $restorableIds = atom<ReadonlySet<number>>(new Set());

/** Undefined if the reply no longer exists. Throws Failure. */
export async function loadReply(
  threadId: number,
  { postId, floor }: ReplyPosition,
): Promise<PostWire | undefined> {
  const { data } = await call('GET /v1/thread/post/list', {
    query: { id: threadId, offset: floor - 1, limit: 1 },
  });
  return data.find(({ id }) => id === postId);
}

/** Throws Failure. */
export async function refreshReply(threadId: number, position: ReplyPosition): Promise<void> {
  const post = await loadReply(threadId, position);
  if (post) $editedReplies.setKey(position.postId, post);
}

/** Saves as the author, or with a moderator's reason, and shows the reply. Throws Failure. */
export async function saveReply(
  threadId: number,
  position: ReplyPosition,
  html: string,
  because?: ActionReason,
): Promise<void> {
  await call('PUT /v1/thread/post', {
    body: { id: position.postId, message: html, ...reasonFields(because) },
  });
  await refreshReply(threadId, position);
}

/** Throws Failure. */
export async function deleteReply(postId: number): Promise<void> {
  await call('DELETE /v1/thread/post', { query: { id: postId } });
  $restorableIds.set(new Set([...$restorableIds.get(), postId]));
  $editedReplies.setKey(postId, null);
}

/** Restores the reader's deleted reply and shows it. Throws Failure. */
export async function restoreReply(threadId: number, position: ReplyPosition): Promise<void> {
  await call('POST /v1/thread/post/restore', { body: { id: position.postId } });
  await refreshReply(threadId, position);
  $restorableIds.set(new Set([...$restorableIds.get()].filter((id) => id !== position.postId)));
}

/** Throws Failure. */
export async function deleteThread(threadId: number): Promise<void> {
  await call('DELETE /v1/thread', { query: { id: threadId } });
}
