import { call } from '../core/api.ts';
import { readLoginToken } from '../core/page-info.ts';

let knownToken = readLoginToken();

/** Whether this browser has another session, or none, since the page knew of its own. */
export const hasLoginChanged = (): boolean => readLoginToken() !== knownToken;

/** Asks the server whether the browser's session is this user's. Throws Failure. */
export async function askSessionOwner(userId: number): Promise<boolean> {
  const token = readLoginToken();
  const user = await call('GET /v1/login/is_login', { quiet: true });
  if (user?.id !== userId) return false;
  // the answer may have brought the first token; one that was there has the answer
  knownToken = token || readLoginToken();
  return true;
}

/**
 * Whether the session still belongs to this user. Somebody else may have logged in in another tab,
 * and nothing that was written here may be sent in their name. Asks the server only when the
 * session's cookie has changed. Throws Failure.
 */
export const isSessionOwner = async (userId: number): Promise<boolean> =>
  !hasLoginChanged() || askSessionOwner(userId);
