import { atom } from 'nanostores';
import { call } from '../core/api.ts';

/** Whether the page's thread is resolved; undefined while the published state is valid. */
export const $resolved = atom<boolean | undefined>(undefined);
/** Whether the reader moderates the page's forum; the server checks their rights. */
export const $moderatesForum = atom(false);

/**
 * Marks the page's thread as resolved or unresolved: shown at once, reverted when the server
 * refuses. Throws Failure.
 */
export async function setResolved(threadId: number, resolved: boolean): Promise<void> {
  const previous = $resolved.get();
  $resolved.set(resolved);
  try {
    await call(`POST /v2/user/thread/{id}/${resolved ? 'resolve' : 'unresolve'}`, {
      params: { id: threadId },
    });
  } catch (error) {
    $resolved.set(previous);
    throw error;
  }
}
