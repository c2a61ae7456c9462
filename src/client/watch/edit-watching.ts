import {
  WATCH_LISTS,
  type WatchKind,
  type WatchLevel,
  type WatchList,
} from '#contracts/watching.ts';
import type { WatchedWire } from '#contracts/wire/watch.ts';
import { type ContentPage, MY_CONTENT_PER_PAGE } from '../account/my-content.ts';
import { call } from '../core/api.ts';
import { showErrorToast, showToast } from '../core/toasts.ts';
import { followMuted } from './muted.ts';
import { $watchLevels, watchKey } from './watching.ts';

/** Sets a level (null: none) optimistically; reverts if the server refuses. */
export async function setWatchLevel(
  kind: WatchKind,
  id: number,
  level: WatchLevel | null,
): Promise<void> {
  const key = watchKey(kind, id);
  const before = $watchLevels.get()[key];
  if (before === level) return;
  $watchLevels.setKey(key, level);
  try {
    await call('POST /v2/user/watch', { body: { kind, id, level } });
    const isIgnored = kind === 'user' && level === 'muted';
    showToast({ key: isIgnored ? 'watch.ignored' : `watch.now.${level ?? 'none'}` });
    if (before === 'muted' || level === 'muted')
      void call('GET /v1/login/is_login', { quiet: true })
        .then((user) => followMuted(user?.muted))
        .catch(() => undefined); // the account's next answer has it
  } catch (error) {
    $watchLevels.setKey(key, before);
    showErrorToast(error);
  }
}

export const WATCH_TABS = [...WATCH_LISTS, 'muted'] as const;
export type WatchTab = (typeof WATCH_TABS)[number];

/** A page, from 1, of watched or muted items. Throws Failure. */
export async function listWatched(
  of: WatchList,
  muted: boolean,
  page: number,
): Promise<ContentPage<WatchedWire>> {
  const { data, total_count } = await call('GET /v2/user/watched', {
    query: { of, muted: muted ? '1' : '0', offset: page - 1, limit: MY_CONTENT_PER_PAGE },
  });
  for (const { kind, id, level } of data) $watchLevels.setKey(watchKey(kind, id), level);
  return { items: data, total: total_count };
}
