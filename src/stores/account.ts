import { atom } from 'nanostores';
import type { UserInfoWire } from '#contracts/wire/user.ts';
import { cookie } from './page.ts';

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

const KEY = 'account';
/**
 * Milliseconds: going from page to page shouldn't ask each time, and a new message should show
 * soon.
 */
const LIFETIME = 60_000;

interface Kept {
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
export function recall(): { account: Account; stale: boolean } | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (!kept || kept.xsrf !== (cookie('XSRF-TOKEN') ?? '')) return undefined;
    return { account: kept.account, stale: Date.now() - kept.at > LIFETIME };
  } catch {
    return undefined; // storage is forbidden here, or something else wrote into it
  }
}

/** Takes over what the server said, for this page and the next ones of this tab. */
export function remember(account: Account | null): void {
  $account.set(account);
  try {
    if (account)
      sessionStorage.setItem(
        KEY,
        JSON.stringify({
          at: Date.now(),
          xsrf: cookie('XSRF-TOKEN') ?? '',
          account,
        } satisfies Kept),
      );
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here: the next page asks again.
  }
}
