import { call } from '../core/api.ts';
import { hasMemberCookie } from '../core/page-info.ts';
import { followMuted } from '../watch/muted.ts';
import { $account, type Account, readCachedAccount, setAccount, toAccount } from './account.ts';

/** The phone service worker's caches, see views/phone/service-worker/page-cache.ts. */
const OFFLINE_CACHES = ['phone-pages', 'phone-pictures'];

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
    followMuted(user?.muted).catch(() => undefined); // the next answer retries
    return $account.get() ?? null;
  } catch (error) {
    // A cached answer is more likely to be true than a logout.
    if (cached) return cached.account;
    loading = undefined;
    throw error;
  }
}

/** Loads the user (R17) once per page, at most once a minute per tab. Throws Failure. */
export async function loadAccount(): Promise<Account | null> {
  if (!hasMemberCookie()) {
    setAccount(null);
    return null;
  }
  return (loading ??= fetchAccount());
}

/** Logs out here and at the provider, and returns to this page. Throws Failure. */
export async function logout(): Promise<void> {
  const { url } = await call('POST /v1/login/logout');
  await clearOfflineCaches().catch(() => {}); // storage is forbidden: nothing was cached
  setAccount(null);
  const end = new URL(url, location.href);
  end.searchParams.set('callback', location.href);
  location.assign(end);
}
