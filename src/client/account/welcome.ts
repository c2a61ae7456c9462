import { threadLanguageOf } from '#contracts/language.ts';
import type { ThreadSummaryWire } from '#contracts/wire/thread.ts';
import type { UserInfoWire, UserWire } from '#contracts/wire/user.ts';
import { call } from '../core/api.ts';
import { pageLang } from '../core/page-info.ts';
import { $account, setAccount } from './account.ts';
import { saveSettings } from './settings.ts';

const RECOMMENDED_THREADS = 3;

export interface Welcome {
  user: UserInfoWire | UserWire;
  threads: readonly ThreadSummaryWire[];
}

/** The reader with their level, and digests in the page's language. Throws Failure. */
export async function loadWelcome(): Promise<Welcome> {
  const [user, { ThreadIndex }] = await Promise.all([
    call('GET /v1/user/info'),
    call('GET /v1/thread/index', {
      query: {
        where: 'is_digest',
        order: 'hot_value',
        languages: threadLanguageOf(pageLang()),
        limit: RECOMMENDED_THREADS,
      },
    }),
  ]);
  return { user, threads: ThreadIndex.slice(0, RECOMMENDED_THREADS) };
}

/** Closes the welcome on all devices; on failure only here. */
export async function closeWelcome(): Promise<void> {
  const account = $account.get();
  if (!account?.welcome) return;
  setAccount({ ...account, welcome: false });
  await saveSettings({ welcome: 'closed' });
}
