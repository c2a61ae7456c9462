import { atom } from 'nanostores';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { readCookie } from '../client/page-info.ts';

/** The reader, as far as islands need to know. */
export interface Account {
  id: number;
  nickname: string;
  avatar: string;
  level: number;
  unread: number;
  /** Of some forum, or of all. */
  moderates: boolean;
}

/** null: nobody is logged in; undefined: not known yet. */
export const $account = atom<Account | null | undefined>(undefined);

const CACHE_KEY = 'account';
/**
 * Milliseconds: going from page to page shouldn't ask each time, and a new message should show
 * soon.
 */
const CACHE_LIFETIME_MS = 60_000;

interface CachedAccount {
  at: number;
  /** A login gives a new one, so what was kept before it no longer counts. */
  xsrf: string;
  account: Account;
}

export const toAccount = ({
  id,
  nickname,
  avatar,
  level,
  msg_cnt,
  moderates,
}: UserInfoWire): Account => ({
  id,
  nickname,
  avatar,
  level,
  unread: msg_cnt,
  moderates: moderates === 1,
});

/** What this tab knows; `stale` tells that it should be asked for again. */
export function readCachedAccount(): { account: Account; stale: boolean } | undefined {
  try {
    const cached = JSON.parse(sessionStorage.getItem(CACHE_KEY) ?? 'null') as CachedAccount | null;
    if (!cached || cached.xsrf !== (readCookie('XSRF-TOKEN') ?? '')) return undefined;
    return { account: cached.account, stale: Date.now() - cached.at > CACHE_LIFETIME_MS };
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

/** Takes over what the server said, for this page and the next ones of this tab. */
export function setAccount(account: Account | null): void {
  $account.set(account);
  try {
    if (account)
      sessionStorage.setItem(
        CACHE_KEY,
        JSON.stringify({
          at: Date.now(),
          xsrf: readCookie('XSRF-TOKEN') ?? '',
          account,
        } satisfies CachedAccount),
      );
    else sessionStorage.removeItem(CACHE_KEY);
  } catch {
    // Storage is forbidden here: the next page asks again.
  }
}
