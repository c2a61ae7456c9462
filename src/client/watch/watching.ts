import { map } from 'nanostores';
import type { WatchKind, WatchLevel } from '#contracts/watching.ts';
import { call } from '../core/api.ts';

/* The reader's watch level of a page. edit-watching.ts changes it, and is loaded on use. */

type WatchKey = `${WatchKind}:${number}`;
export const watchKey = (kind: WatchKind, id: number): WatchKey => `${kind}:${id}`;

/** By watchKey; null is none, undefined is unknown. */
export const $watchLevels = map<Record<string, WatchLevel | null | undefined>>({});

/** Ids collected for one call. */
const pendingIds = new Map<WatchKind, number[]>();

async function loadPending(kind: WatchKind): Promise<void> {
  const ids = pendingIds.get(kind) ?? [];
  pendingIds.delete(kind);
  try {
    const query = { kind, ids: ids.join() };
    const { data } = await call('GET /v2/user/watch', { query, quiet: true });
    const levels = new Map(data.map(({ id, level }) => [id, level]));
    for (const id of ids) $watchLevels.setKey(watchKey(kind, id), levels.get(id) ?? null);
  } catch {
    // the menu works without it
  }
}

/** Loads a level, batching ids into one call. It remains unknown on failure. */
export function loadWatchLevel(kind: WatchKind, id: number): void {
  const ids = pendingIds.get(kind);
  if (ids) ids.push(id);
  else {
    pendingIds.set(kind, [id]);
    queueMicrotask(() => void loadPending(kind));
  }
}
