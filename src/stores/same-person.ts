import type { UserInfoWire } from '#contracts/wire/user.ts';
import { call } from './api.ts';
import { cookie } from './page.ts';

const token = (): string => cookie('XSRF-TOKEN') ?? '';
let seen = token();

/**
 * Whether this browser still acts for a person: somebody else may have logged in in another tab,
 * and what was written here must not go out in their name. Asks the server only when the session's
 * cookie is another one. Throws Failure.
 */
export async function samePerson(userId: number): Promise<boolean> {
  if (token() === seen) return true;
  const user = await call<UserInfoWire | null>('/v1/login/is_login', { quiet: true });
  if (user?.id !== userId) return false;
  seen = token();
  return true;
}
