import { map } from 'nanostores';
import type { infer as Infer } from 'zod';
import type { ForumPageReplyWire } from '#contracts/wire/thread.ts';
import type { AmongReplyWire, FavouredReplyWire, LikedReplyWire } from '#contracts/wire/writing.ts';
import { call } from './api.ts';
import { painted } from './painted.ts';
import { report } from './tips.ts';

/*
 * Likes and favourites (R25). A published page says how many there are; which are the reader's own
 * comes by API.
 */

export type Reaction = 'like-thread' | 'like-post' | 'favourite-thread' | 'favourite-forum';
export type ReactionKey = `${Reaction}:${number}`;

export interface Mark {
  on: boolean;
  count: number;
}

export const $marks = map<Record<string, Mark>>({});

export const reactionKey = (reaction: Reaction, id: number): ReactionKey => `${reaction}:${id}`;

/** Takes over a number that the page was published with. */
export function seed(reaction: Reaction, id: number, count: number): void {
  const key = reactionKey(reaction, id);
  if (!$marks.get()[key]) $marks.setKey(key, { on: false, count });
}

const EXISTS = {
  'like-thread': '/v1/thread/exists/up',
  'like-post': '/v1/post/exists/up',
  'favourite-thread': '/v1/thread/exists/favorite',
} as const;

const known = new Map<string, Promise<void>>();

async function ask(reaction: Reaction, ids: readonly number[]): Promise<void> {
  if (reaction === 'favourite-forum') {
    for (const id of ids) {
      const { data } = await call<ForumPageReplyWire>('/v1/forum/id', {
        query: { id, limit: 1 },
        quiet: true,
      });
      if (data.is_favorite) turn(reaction, id);
    }
    return;
  }
  const { data } = await call<Infer<typeof AmongReplyWire>>(EXISTS[reaction], {
    method: 'POST',
    body: { ids },
    quiet: true,
  });
  for (const id of data) turn(reaction, id);
}

/** What the server said is the reader's own. */
const own = new Set<string>();
const pending = new Set<string>();

/**
 * Takes over that something is the reader's own; who has clicked on it sees what they meant until
 * that is settled.
 */
export function turn(reaction: Reaction, id: number): void {
  const key = reactionKey(reaction, id);
  own.add(key);
  if (!pending.has(key)) $marks.setKey(key, { count: 0, ...$marks.get()[key], on: true });
}

/**
 * Learns which of these are the reader's own, in one call. A failure leaves them unmarked until one
 * is used.
 */
export function learn(reaction: Reaction, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const asking = ask(reaction, ids).catch(() => undefined);
  for (const id of ids) known.set(reactionKey(reaction, id), asking);
}

async function send(reaction: Reaction, id: number): Promise<Mark> {
  if (reaction === 'like-thread' || reaction === 'like-post') {
    const { data } = await call<Infer<typeof LikedReplyWire>>('/v1/thread/up', {
      method: 'POST',
      body: { id, idtype: reaction === 'like-thread' ? 'tid' : 'pid' },
    });
    return { on: data.is_up, count: data.like_cnt };
  }
  const { data } = await call<Infer<typeof FavouredReplyWire>>(
    reaction === 'favourite-thread' ? '/v1/thread/favorite' : '/v1/forum/favorite',
    { method: 'POST', body: { id } },
  );
  return { on: data.is_favorite, count: data.favourite_cnt };
}

/**
 * Turns a mark on or off: shown at once, undone when the server refuses. A second click meanwhile
 * counts for nothing.
 */
export async function toggle(reaction: Reaction, id: number): Promise<void> {
  const key = reactionKey(reaction, id);
  const shown = $marks.get()[key] ?? { on: false, count: 0 };
  if (pending.has(key)) return;
  pending.add(key);
  try {
    $marks.setKey(key, { on: !shown.on, count: Math.max(0, shown.count + (shown.on ? -1 : 1)) });
    await painted(); // a touch is answered first
    // Whoever clicked before the marks were known meant what was shown: if it was wrong, showing
    // the truth is all.
    await known.get(key);
    if (!shown.on && own.has(key)) return $marks.setKey(key, { ...shown, on: true });
    try {
      const now = await send(reaction, id);
      own[now.on ? 'add' : 'delete'](key);
      $marks.setKey(key, now);
    } catch (error) {
      $marks.setKey(key, shown);
      report(error);
    }
  } finally {
    pending.delete(key);
  }
}
