import type { infer as Infer } from 'zod';
import type { ActedWire, UndoWire } from '#contracts/wire/moderation.ts';
import { call } from '../api.ts';
import { Failure } from '../failure.ts';

/* What moderators do to threads, replies and comments (R20, R23, R24), as calls of the API. */

export type Kind = 'thread' | 'reply' | 'comment';

/** Acts that give a target another state. */
export const STATES = ['delete', 'hide', 'restore', 'approve', 'reject'] as const;
/** Marks that a thread gets or loses, each with what takes it back. */
export const MARKS = [
  'pin',
  'unpin',
  'pinEverywhere',
  'unpinEverywhere',
  'digest',
  'undigest',
  'digestEverywhere',
  'undigestEverywhere',
  'close',
  'open',
  'resolve',
  'unresolve',
] as const;
export type ThreadMark = (typeof MARKS)[number];
export type ActName =
  | (typeof STATES)[number]
  | ThreadMark
  | 'feature'
  | 'unfeature'
  | 'move'
  | 'merge'
  | 'unmerge'
  | 'split';

/** What is to be done, to which. */
export interface Order {
  act: ActName;
  kind: Kind;
  ids: readonly number[];
  /** Where a move goes, and the thread that is split off; without it that stays. */
  place?: { forumId: number; themeId: number | undefined } | undefined;
  /** What is merged into. */
  into?: number | undefined;
  /** Of the thread that is split off. */
  subject?: string | undefined;
}

/** Why, and whether authors are told. */
export interface Because {
  note: string;
  notify: boolean;
}

export interface Outcome {
  changed: readonly number[];
  /** It was so already. */
  unchanged: readonly number[];
  /** The server refused these. */
  failed: readonly number[];
  undo: readonly UndoWire[];
}

type Body = Record<string, unknown>;
interface Sent {
  method: 'POST' | 'PUT';
  path: string;
  body: Body;
}

const FIELDS: Record<ThreadMark, [field: string, value: 0 | 1]> = {
  pin: ['is_top_forum', 1],
  unpin: ['is_top_forum', 0],
  pinEverywhere: ['top', 1],
  unpinEverywhere: ['top', 0],
  digest: ['is_digest_forum', 1],
  undigest: ['is_digest_forum', 0],
  digestEverywhere: ['is_digest', 1],
  undigestEverywhere: ['is_digest', 0],
  close: ['is_closed', 1],
  open: ['is_closed', 0],
  resolve: ['is_resolved', 1],
  unresolve: ['is_resolved', 0],
};
const FOLDERS: Record<Kind, string> = { thread: 'threads', reply: 'posts', comment: 'comments' };
const isMark = (act: ActName): act is ThreadMark => act in FIELDS;

function sentFor({ act, kind, ids, place, into, subject }: Order): Sent {
  const post = (path: string, body: Body): Sent => ({ method: 'POST', path, body });
  const to = place ? { forum_id: place.forumId, theme_id: place.themeId ?? 0 } : {};
  if (isMark(act)) {
    const [field, value] = FIELDS[act];
    return { method: 'PUT', path: '/v1/thread/update', body: { field, value, ids } };
  }
  switch (act) {
    case 'feature':
    case 'unfeature':
      return {
        method: 'PUT',
        path: '/v1/post/update',
        body: { field: 'is_top_forum', top: act === 'feature' ? 1 : 0, ids },
      };
    case 'approve':
    case 'reject':
      return post('/v2/moderation/review', { items: ids.map((id) => ({ kind, id })), action: act });
    case 'move':
      return post('/v2/user/threads/move', { ids, ...to });
    case 'merge':
      return post('/v2/moderation/threads/merge', { id: ids[0], into });
    case 'unmerge':
      return post('/v2/moderation/threads/unmerge', { id: ids[0] });
    case 'split':
      return post('/v2/moderation/threads/split', { ids, subject, ...to });
    default:
      return post(`/v2/moderation/${FOLDERS[kind]}/${act}`, { ids });
  }
}

/** Refusals that name the targets which they are about. */
const OF_TARGETS: readonly string[] = ['forbidden', 'notFound', 'conflict'];

const refused = (error: unknown, ids: readonly number[]): number[] => {
  if (
    !(error instanceof Failure) ||
    !OF_TARGETS.includes(error.code) ||
    !Array.isArray(error.payload)
  )
    return [];
  return error.payload.filter((id): id is number => ids.includes(id as number));
};

/**
 * Does it. Of many targets those that the server refuses are left out, and the rest is done. Throws
 * Failure when nothing is.
 */
export async function perform(order: Order, { note, notify }: Because): Promise<Outcome> {
  const { method, path, body } = sentFor(order);
  try {
    const { data } = await call<Infer<typeof ActedWire>>(path, {
      method,
      body: { ...body, note, is_notify: notify ? 1 : 0 },
    });
    return { ...data, failed: [] };
  } catch (error) {
    const failed = refused(error, order.ids);
    const ids = order.ids.filter((id) => !failed.includes(id));
    if (failed.length === 0 || ids.length === 0) throw error;
    const rest = await perform({ ...order, ids }, { note, notify });
    return { ...rest, failed: [...failed, ...rest.failed] };
  }
}

/** Takes acts back. Throws Failure. */
export async function takeBack(undo: readonly UndoWire[]): Promise<void> {
  for (const { method, path, body } of undo)
    await call(path.replace(/^\/api/, ''), { method, body });
}
