import { atom } from 'nanostores';
import { call } from '../core/api.ts';

/** undefined while the published state is valid. */
export const $resolved = atom<boolean | undefined>(undefined);
/** For display; the server checks rights. */
export const $moderatesForum = atom(false);

/** Changes optimistically; reverts if the server refuses. Throws Failure. */
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
