import type { UserInfoWire } from '#contracts/wire/user.ts';
import { $account, type Account, recall, remember, toAccount } from './account.ts';
import { call } from './api.ts';
import { seemsMember } from './page.ts';
import { forgetRead } from './read-pages.ts';

let asking: Promise<Account | null> | undefined;

async function ask(): Promise<Account | null> {
  const known = recall();
  if (known) $account.set(known.account);
  if (known && !known.stale) return known.account;
  try {
    const user = await call<UserInfoWire | null>('/v1/login/is_login');
    remember(user && toAccount(user));
    return $account.get() ?? null;
  } catch (error) {
    // What was true a minute ago is likelier than nothing.
    if (known) return known.account;
    asking = undefined;
    throw error;
  }
}

/**
 * Who is logged in (R17); asks the server once for each page, and once a minute for each tab.
 * Throws Failure.
 */
export async function loadAccount(): Promise<Account | null> {
  if (!seemsMember()) {
    remember(null);
    return null;
  }
  return (asking ??= ask());
}

/** Ends the session here and at the provider, and comes back to this page. Throws Failure. */
export async function logout(): Promise<void> {
  const { url } = await call<{ url: string }>('/v1/login/logout', { method: 'POST' });
  await forgetRead().catch(() => {}); // storage is forbidden here: nothing was kept
  remember(null);
  const end = new URL(url, location.href);
  end.searchParams.set('callback', location.href);
  location.assign(end);
}
