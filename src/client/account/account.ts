import { atom } from 'nanostores';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { readOfLogin, writeOfLogin } from '../core/stored-json.ts';

export interface Account {
  id: number;
  nickname: string;
  avatar: string;
  level: number;
  unread: number;
  /** In at least one forum. */
  moderates: boolean;
  /** Whether to offer the welcome for new members. */
  welcome: boolean;
  /** A banned reader may read, but not post. */
  isBanned?: boolean;
}

/** null: logged out; undefined: unknown yet. */
export const $account = atom<Account | null | undefined>(undefined);

const CACHE_KEY = 'account';
/** How long a tab uses the cached answer: short enough that new messages appear soon. */
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

/** This tab's cached answer; `stale` if the server should be asked again. */
export function readCachedAccount(): { account: Account; stale: boolean } | undefined {
  const cached = readOfLogin<CachedAccount>(CACHE_KEY, 'sessionStorage');
  return cached && { account: cached.account, stale: Date.now() - cached.at > CACHE_LIFETIME_MS };
}

/** Does not cache an update of a user whom another tab's login replaced. */
export function setAccount(account: Account | null): void {
  const isUpdate = account !== null && account.id === $account.get()?.id;
  $account.set(account);
  if (isUpdate && readCachedAccount()?.account.id !== account.id) return;
  const cached = account && { at: Date.now(), account };
  writeOfLogin(CACHE_KEY, (cached satisfies CachedAccount | null) ?? undefined, 'sessionStorage');
}
