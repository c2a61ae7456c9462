import { atom } from 'nanostores';
import type { RevisionTextWire, RevisionWire } from '#contracts/wire/revision.ts';
import { call } from '../core/api.ts';

/** The post whose history is open. */
export const $historyPostId = atom<number | undefined>(undefined);

/** Newest first. Throws Failure. */
export async function loadRevisions(postId: number): Promise<readonly RevisionWire[]> {
  return (await call('GET /v1/thread/post/revisions', { query: { id: postId } })).data;
}

/** Throws Failure. */
export async function loadRevision(postId: number, id: number): Promise<RevisionTextWire> {
  return (await call('GET /v1/thread/post/revision', { query: { post_id: postId, id } })).data;
}

/** Moderators only: deletes an old version permanently. Throws Failure. */
export async function removeRevision(postId: number, id: number): Promise<void> {
  await call('DELETE /v1/thread/post/revision', { query: { post_id: postId, id } });
}
