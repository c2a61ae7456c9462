import { atom } from 'nanostores';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { readOfLogin, writeOfLogin } from '../core/stored-json.ts';

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
  account: Account;
}

export const toAccount = (user: UserInfoWire): Account => ({
  id: user.id,
  nickname: user.nickname,
  avatar: user.avatar,
  level: user.level,
  unread: user.msg_cnt,
  moderates: user.moderates === 1,
  welcome: user.welcome === 1,
  isBanned: !user.allow_speak,
});

/** The answer that this tab has stored; `stale` says that the server should be asked again. */
export function readCachedAccount(): { account: Account; stale: boolean } | undefined {
  const cached = readOfLogin<CachedAccount>(CACHE_KEY, 'sessionStorage');
  return (
    cached && {
      account: cached.account,
      stale: Date.now() - cached.at > CACHE_LIFETIME_MS,
    }
  );
}

/**
 * Sets the current user and stores it for the next pages of this tab. If another tab has replaced
 * the login, an update of the former user is not stored.
 */
export function setAccount(account: Account | null): void {
  const isUpdate = account !== null && account.id === $account.get()?.id;
  $account.set(account);
  if (isUpdate && readCachedAccount()?.account.id !== account.id) return;
  const cached = account && { at: Date.now(), account };
  writeOfLogin(CACHE_KEY, (cached satisfies CachedAccount | null) ?? undefined, 'sessionStorage');
}
