import { atom } from 'nanostores';
import type { PollWire } from '#contracts/wire/thread.ts';
import { call } from '../core/api.ts';
import { Failure } from '../core/failure.ts';
import { showErrorToast } from '../core/toasts.ts';

/** The poll of the page's thread as the reader may see it; undefined until it is known. */
export const $poll = atom<PollWire | undefined>(undefined);

/**
 * Loads the poll: the reader's choice, and results where they may be seen. Until then the page
 * shows the published poll.
 */
export async function loadPoll(threadId: number): Promise<void> {
  try {
    const { data } = await call('GET /v1/thread/info', {
      query: { id: threadId },
      quiet: true,
    });
    $poll.set(data.poll_list ?? undefined);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * Votes and shows the poll, also when it had ended or the reader had voted in another window.
 * Returns whether the server has answered.
 */
export async function castVote(threadId: number, optionIds: readonly number[]): Promise<boolean> {
  try {
    await call('POST /v1/thread/poll', {
      body: { tid: threadId, polloptionid: optionIds },
    });
  } catch (error) {
    showErrorToast(error);
    if (!(error instanceof Failure) || error.isApiDown) return false;
  }
  await loadPoll(threadId);
  return true;
}
