import { atom } from 'nanostores';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { readCookie } from '../core/page-info.ts';

/** The logged-in reader, as far as islands need them. */
export interface Account {
  id: number;
  nickname: string;
  avatar: string;
  level: number;
  unread: number;
  /** Whether the reader moderates some forum, or all of them. */
  moderates: boolean;
  /** Whether the welcome of new members is offered. */
  welcome: boolean;
  /** A ban is in force: the reader may read, but not post. */
  isBanned?: boolean;
}

/** null: nobody is logged in; undefined: not known yet. */
export const $account = atom<Account | null | undefined>(undefined);

const CACHE_KEY = 'account';
/**
 * Milliseconds for which a tab uses the stored answer: not each page asks, and a new message shows
 * soon.
 */
const CACHE_LIFETIME_MS = 60_000;

interface CachedAccount {
  at: number;
  /**
   * The session's anti-forgery token. Each login has a new one, which makes stored answers invalid.
   */
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
  welcome,
  allow_speak,
}: UserInfoWire): Account => ({
  id,
  nickname,
  avatar,
  level,
  unread: msg_cnt,
  moderates: moderates === 1,
  welcome: welcome === 1,
  isBanned: !allow_speak,
});

/** The answer that this tab has stored; `stale` says that the server should be asked again. */
export function readCachedAccount(): { account: Account; stale: boolean } | undefined {
  try {
    const cached = JSON.parse(sessionStorage.getItem(CACHE_KEY) ?? 'null') as CachedAccount | null;
    if (!cached || cached.xsrf !== (readCookie('XSRF-TOKEN') ?? '')) return undefined;
    return { account: cached.account, stale: Date.now() - cached.at > CACHE_LIFETIME_MS };
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

/** Sets the current user, and stores them for the next pages of this tab. */
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
