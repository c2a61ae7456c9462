import { map } from 'nanostores';
import { afterPaint } from '../core/after-paint.ts';
import { call } from '../core/api.ts';
import { showErrorToast } from '../core/toasts.ts';

/* Likes and favourites (R25). Published pages have the counts; the API has the reader's own. */

export type Reaction =
  | 'like-thread'
  | 'like-post'
  | 'like-comment'
  | 'favourite-thread'
  | 'favourite-forum';
export type ReactionKey = `${Reaction}:${number}`;

export interface ReactionState {
  on: boolean;
  count: number;
}

export const $reactions = map<Record<string, ReactionState>>({});

export const reactionKey = (reaction: Reaction, id: number): ReactionKey => `${reaction}:${id}`;

export const hasReaction = (reaction: Reaction, id: number): boolean =>
  $reactions.get()[reactionKey(reaction, id)] !== undefined;

export function initReaction(reaction: Reaction, id: number, count: number): void {
  const key = reactionKey(reaction, id);
  if (!$reactions.get()[key]) $reactions.setKey(key, { on: false, count });
}

/** Sets a newer published count, without changing the reader's pending state. */
export function setReactionCount(reaction: Reaction, id: number, count: number): void {
  const key = reactionKey(reaction, id);
  const shown = $reactions.get()[key];
  if (shown && !pending.has(key)) $reactions.setKey(key, { ...shown, count });
}

const OWN_REACTIONS_CALLS = {
  'like-thread': 'POST /v1/thread/exists/up',
  'like-post': 'POST /v1/post/exists/up',
  'like-comment': 'POST /v1/post/comment/exists/up',
  'favourite-thread': 'POST /v1/thread/exists/favorite',
} as const;

const loadsByKey = new Map<string, Promise<void>>();

async function fetchOwnReactions(reaction: Reaction, ids: readonly number[]): Promise<void> {
  if (reaction === 'favourite-forum') {
    for (const id of ids) {
      const { data } = await call('GET /v1/forum/id', { query: { id, limit: 1 }, quiet: true });
      if (data.is_favorite) markAsOwn(reaction, id);
    }
    return;
  }
  const { data } = await call(OWN_REACTIONS_CALLS[reaction], { body: { ids }, quiet: true });
  for (const id of data) markAsOwn(reaction, id);
}

/** The reader's reactions according to the server. */
const ownKeys = new Set<string>();
const pending = new Set<string>();

/** A pending click's optimistic state remains shown. */
export function markAsOwn(reaction: Reaction, id: number): void {
  const key = reactionKey(reaction, id);
  ownKeys.add(key);
  if (!pending.has(key)) $reactions.setKey(key, { count: 0, ...$reactions.get()[key], on: true });
}

/** Loads them in one call; after a failure they remain unmarked until used. */
export function loadOwnReactions(reaction: Reaction, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const asking = fetchOwnReactions(reaction, ids).catch(() => undefined);
  for (const id of ids) loadsByKey.set(reactionKey(reaction, id), asking);
}

async function sendReaction(reaction: Reaction, id: number, on: boolean): Promise<ReactionState> {
  if (reaction === 'like-comment') {
    const { data } = await call('PUT /v1/post/comment/like', { body: { id, on } });
    return { on: data.is_up, count: data.like_cnt };
  }
  if (reaction === 'like-thread' || reaction === 'like-post') {
    const { data } = await call('POST /v1/thread/up', {
      body: { id, idtype: reaction === 'like-thread' ? 'tid' : 'pid' },
    });
    return { on: data.is_up, count: data.like_cnt };
  }
  const { data } = await call(
    reaction === 'favourite-thread' ? 'POST /v1/thread/favorite' : 'POST /v1/forum/favorite',
    { body: { id } },
  );
  return { on: data.is_favorite, count: data.favourite_cnt };
}

/** Toggles optimistically; reverts if the server refuses. Ignores clicks while pending. */
export async function toggleReaction(reaction: Reaction, id: number): Promise<void> {
  const key = reactionKey(reaction, id);
  const shown = $reactions.get()[key] ?? { on: false, count: 0 };
  if (pending.has(key)) return;
  pending.add(key);
  try {
    $reactions.setKey(key, {
      on: !shown.on,
      count: Math.max(0, shown.count + (shown.on ? -1 : 1)),
    });
    await afterPaint(); // show the press first
    // A click before the own reactions were loaded meant the shown state: if that was wrong, only
    // correct the display.
    await loadsByKey.get(key);
    if (!shown.on && ownKeys.has(key)) return $reactions.setKey(key, { ...shown, on: true });
    try {
      const now = await sendReaction(reaction, id, !shown.on);
      ownKeys[now.on ? 'add' : 'delete'](key);
      $reactions.setKey(key, now);
    } catch (error) {
      $reactions.setKey(key, shown);
      showErrorToast(error);
    }
  } finally {
    pending.delete(key);
  }
}
