import { map } from 'nanostores';
import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import { call } from '../client/api.ts';

/* How closely the reader watches what a page is about. What changes it comes when it is used. */

type WatchKey = `${WatchKind}:${number}`;
export const watchKey = (kind: WatchKind, id: number): WatchKey => `${kind}:${id}`;

/** By watchKey; null is not at all, undefined isn't known yet. */
export const $watchLevels = map<Record<string, WatchLevel | null | undefined>>({});

/** Loads a level. After a failure it stays unknown. */
export async function loadWatchLevel(kind: WatchKind, id: number): Promise<void> {
  try {
    const { data } = await call('GET /v2/user/watch', { query: { kind, id }, quiet: true });
    $watchLevels.setKey(watchKey(kind, id), data.level);
  } catch {
    // the menu works without it
  }
}
