import type { OwnBanWire } from '#contracts/wire/own-content.ts';
import { call } from '../core/api.ts';
import { $account, setAccount } from './account.ts';

/** The reader's ban. One that has ended meanwhile is taken from the account. Throws Failure. */
export async function loadOwnBan(): Promise<OwnBanWire | null> {
  const { data } = await call('GET /v1/user/ban', { quiet: true });
  const account = $account.get();
  if (!data && account) setAccount({ ...account, isBanned: false });
  return data;
}
