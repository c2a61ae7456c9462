import { atom } from 'nanostores';
import type { PollWire } from '#contracts/wire/thread.ts';
import { call } from '../core/api.ts';
import { Failure } from '../core/failure.ts';
import { showErrorToast } from '../core/toasts.ts';

/** The poll of the page's thread as the reader may see it; undefined until it is known. */
export const $poll = atom<PollWire | undefined>(undefined);

/** Loads the reader's choice and visible results; the published poll is shown until then. */
export async function loadPoll(threadId: number): Promise<void> {
  try {
    const { data } = await call('GET /v1/thread/info', { query: { id: threadId }, quiet: true });
    $poll.set(data.poll_list ?? undefined);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** Also shows a poll that ended or was voted on meanwhile. Returns whether the server answered. */
export async function castVote(threadId: number, optionIds: readonly number[]): Promise<boolean> {
  try {
    await call('POST /v1/thread/poll', { body: { tid: threadId, polloptionid: optionIds } });
  } catch (error) {
    showErrorToast(error);
    if (!(error instanceof Failure) || error.isApiDown) return false;
  }
  await loadPoll(threadId);
  return true;
}
