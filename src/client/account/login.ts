import { call } from '../core/api.ts';
import { hasMemberCookie } from '../core/page-info.ts';
import { followMuted } from '../watch/muted.ts';
import { $account, type Account, readCachedAccount, setAccount, toAccount } from './account.ts';

/**
 * Names of the phone's service worker's caches of read pages; see
 * views/phone/service-worker/page-cache.ts.
 */
const OFFLINE_CACHES = ['phone-pages', 'phone-pictures'];

/** Deletes the pages that this browser has cached for reading offline. */
async function clearOfflineCaches(): Promise<void> {
  // Browsers have these caches on https only.
  if ('caches' in globalThis) await Promise.all(OFFLINE_CACHES.map((name) => caches.delete(name)));
}

// The next user of this browser must not inherit the mute rules.
$account.listen((account) => {
  if (account === null) followMuted(undefined).catch(() => undefined);
});

let loading: Promise<Account | null> | undefined;

async function fetchAccount(): Promise<Account | null> {
  const cached = readCachedAccount();
  if (cached) $account.set(cached.account);
  if (cached && !cached.stale) return cached.account;
  try {
    const user = await call('GET /v1/login/is_login');
    setAccount(user && toAccount(user));
    followMuted(user?.muted).catch(() => undefined); // the next answer tries again
    return $account.get() ?? null;
  } catch (error) {
    // The answer of a minute ago is more likely to be true than nobody being logged in.
    if (cached) return cached.account;
    loading = undefined;
    throw error;
  }
}

/**
 * Loads the current user (R17): at most once for each page, and once a minute for each tab. Throws
 * Failure.
 */
export async function loadAccount(): Promise<Account | null> {
  if (!hasMemberCookie()) {
    setAccount(null);
    return null;
  }
  return (loading ??= fetchAccount());
}

/** Ends the session here and at the provider, and comes back to this page. Throws Failure. */
export async function logout(): Promise<void> {
  const { url } = await call('POST /v1/login/logout');
  await clearOfflineCaches().catch(() => {}); // storage is forbidden here: nothing was kept
  setAccount(null);
  const end = new URL(url, location.href);
  end.searchParams.set('callback', location.href);
  location.assign(end);
}
