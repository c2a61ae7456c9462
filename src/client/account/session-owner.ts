import { call } from '../core/api.ts';
import { readLoginToken } from '../core/page-info.ts';

let knownToken = readLoginToken();

/** Whether this browser's session changed since the page read its own. */
export const hasLoginChanged = (): boolean => readLoginToken() !== knownToken;

/** Asks the server whether the session is this user's. Throws Failure. */
export async function askSessionOwner(userId: number): Promise<boolean> {
  const token = readLoginToken();
  const user = await call('GET /v1/login/is_login', { quiet: true });
  if (user?.id !== userId) return false;
  // the answer is about `token`; without one, it may have set the first token
  knownToken = token || readLoginToken();
  return true;
}

/**
 * Whether the session is still this user's: nothing written here may be sent in another user's
 * name. Asks the server only if the cookie changed. Throws Failure.
 */
export const isSessionOwner = async (userId: number): Promise<boolean> =>
  !hasLoginChanged() || askSessionOwner(userId);
