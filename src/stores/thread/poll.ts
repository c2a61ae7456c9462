import { atom } from 'nanostores';
import type { PollWire, ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import { call } from '../client/api.ts';
import { Failure } from '../client/failure.ts';
import { showErrorToast } from '../client/toasts.ts';

/** The poll of the page's thread as the reader may see it; undefined until it is known. */
export const $poll = atom<PollWire | undefined>(undefined);

/**
 * Asks for the poll: what the reader chose, and results where they may be seen. Until it comes the
 * page shows what was published.
 */
export async function loadPoll(threadId: number): Promise<void> {
  try {
    const { data } = await call<ThreadInfoReplyWire>('/v1/thread/info', {
      query: { id: threadId },
      quiet: true,
    });
    $poll.set(data.poll_list ?? undefined);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * Votes, and shows what came of it; also when it was too late, or done before in another window.
 */
export async function castVote(threadId: number, optionIds: readonly number[]): Promise<void> {
  try {
    await call('/v1/thread/poll', {
      method: 'POST',
      body: { tid: threadId, polloptionid: optionIds },
    });
  } catch (error) {
    showErrorToast(error);
    if (!(error instanceof Failure) || error.isApiDown) return;
  }
  await loadPoll(threadId);
}
