import { call } from '../core/api.ts';
import { readCookie } from '../core/page-info.ts';

const xsrfToken = (): string => readCookie('XSRF-TOKEN') ?? '';
let knownToken = xsrfToken();

/**
 * Whether the session still belongs to this user. Somebody else may have logged in in another tab,
 * and nothing that was written here may be sent in their name. Asks the server only when the
 * session's cookie has changed. Throws Failure.
 */
export async function isSessionOwner(userId: number): Promise<boolean> {
  if (xsrfToken() === knownToken) return true;
  const user = await call('GET /v1/login/is_login', { quiet: true });
  if (user?.id !== userId) return false;
  knownToken = xsrfToken();
  return true;
}
