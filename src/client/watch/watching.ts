import { map } from 'nanostores';
import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import { call } from '../core/api.ts';

/* How closely the reader watches what a page is about. What changes it comes when it is used. */

type WatchKey = `${WatchKind}:${number}`;
export const watchKey = (kind: WatchKind, id: number): WatchKey => `${kind}:${id}`;

/** By watchKey; null is not at all, undefined isn't known yet. */
export const $watchLevels = map<Record<string, WatchLevel | null | undefined>>({});

/** Ids that wait for one call. */
const waiting = new Map<WatchKind, number[]>();

async function loadWaiting(kind: WatchKind): Promise<void> {
  const ids = waiting.get(kind) ?? [];
  waiting.delete(kind);
  try {
    const query = { kind, ids: ids.join() };
    const { data } = await call('GET /v2/user/watch', { query, quiet: true });
    const levels = new Map(data.map(({ id, level }) => [id, level]));
    for (const id of ids) $watchLevels.setKey(watchKey(kind, id), levels.get(id) ?? null);
  } catch {
    // the menu works without it
  }
}

/** Loads a level, by one call for all that are asked for together. It stays unknown on failure. */
export function loadWatchLevel(kind: WatchKind, id: number): void {
  const ids = waiting.get(kind);
  if (ids) ids.push(id);
  else {
    waiting.set(kind, [id]);
    queueMicrotask(() => void loadWaiting(kind));
  }
}
