import type { infer as Infer } from 'zod';
import type { ModerationActionReplyWire, UndoWire } from '#contracts/wire/moderation.ts';
import { callAddress } from '../client/api.ts';
import { Failure } from '../client/failure.ts';

/* What moderators do to threads, replies and comments (R20, R23, R24), as calls of the API. */

export type TargetKind = 'thread' | 'reply' | 'comment';

/** Actions that change the state of a target. */
export const STATE_ACTIONS = ['delete', 'hide', 'restore', 'approve', 'reject'] as const;
/** Actions that set or remove a flag of a thread, each followed by its opposite. */
export const MARK_ACTIONS = [
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
export type MarkAction = (typeof MARK_ACTIONS)[number];
export type ActionName =
  | (typeof STATE_ACTIONS)[number]
  | MarkAction
  | 'feature'
  | 'unfeature'
  | 'move'
  | 'merge'
  | 'unmerge'
  | 'split';

/** An action and its targets. */
export interface ActionRequest {
  action: ActionName;
  kind: TargetKind;
  ids: readonly number[];
  /**
   * The forum to move to, or of the new thread of a split; a split without it stays in its forum.
   */
  destination?: { forumId: number; themeId: number | undefined } | undefined;
  /** The thread to merge into. */
  into?: number | undefined;
  /** The subject of the new thread of a split. */
  subject?: string | undefined;
}

/** The reason, and whether authors are notified. */
export interface ActionReason {
  note: string;
  notify: boolean;
}

export interface ActionResult {
  changed: readonly number[];
  /** Targets that were in this state already. */
  unchanged: readonly number[];
  /** Targets that the server refused. */
  failed: readonly number[];
  undo: readonly UndoWire[];
}

type Body = Record<string, unknown>;
interface ActionCall {
  method: 'POST' | 'PUT';
  path: string;
  body: Body;
}

const MARK_FIELDS: Record<MarkAction, [field: string, value: 0 | 1]> = {
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
const TARGET_SEGMENTS: Record<TargetKind, string> = {
  thread: 'threads',
  reply: 'posts',
  comment: 'comments',
};
const isMarkAction = (act: ActionName): act is MarkAction => act in MARK_FIELDS;

function callFor({ action, kind, ids, destination, into, subject }: ActionRequest): ActionCall {
  const post = (path: string, body: Body): ActionCall => ({ method: 'POST', path, body });
  const to = destination
    ? { forum_id: destination.forumId, theme_id: destination.themeId ?? 0 }
    : {};
  if (isMarkAction(action)) {
    const [field, value] = MARK_FIELDS[action];
    return { method: 'PUT', path: '/v1/thread/update', body: { field, value, ids } };
  }
  switch (action) {
    case 'feature':
    case 'unfeature':
      return {
        method: 'PUT',
        path: '/v1/post/update',
        body: { field: 'is_top_forum', top: action === 'feature' ? 1 : 0, ids },
      };
    case 'approve':
    case 'reject':
      return post('/v2/moderation/review', {
        items: ids.map((id) => ({ kind, id })),
        action: action,
      });
    case 'move':
      return post('/v2/user/threads/move', { ids, ...to });
    case 'merge':
      return post('/v2/moderation/threads/merge', { id: ids[0], into });
    case 'unmerge':
      return post('/v2/moderation/threads/unmerge', { id: ids[0] });
    case 'split':
      return post('/v2/moderation/threads/split', { ids, subject, ...to });
    default:
      return post(`/v2/moderation/${TARGET_SEGMENTS[kind]}/${action}`, { ids });
  }
}

/** Error codes whose payload names the refused targets. */
const TARGET_ERRORS: readonly string[] = ['forbidden', 'notFound', 'conflict'];

const refusedIds = (error: unknown, ids: readonly number[]): number[] => {
  if (
    !(error instanceof Failure) ||
    !TARGET_ERRORS.includes(error.code) ||
    !Array.isArray(error.payload)
  )
    return [];
  return error.payload.filter((id): id is number => ids.includes(id as number));
};

/**
 * Performs an action. When the server refuses some of the targets, it is performed on the others.
 * Throws Failure when none is left.
 */
export async function performAction(
  order: ActionRequest,
  { note, notify }: ActionReason,
): Promise<ActionResult> {
  const { method, path, body } = callFor(order);
  try {
    const { data } = await callAddress<Infer<typeof ModerationActionReplyWire>>(method, path, {
      body: { ...body, note, is_notify: notify ? 1 : 0 },
    });
    return { ...data, failed: [] };
  } catch (error) {
    const failed = refusedIds(error, order.ids);
    const ids = order.ids.filter((id) => !failed.includes(id));
    if (failed.length === 0 || ids.length === 0) throw error;
    const rest = await performAction({ ...order, ids }, { note, notify });
    return { ...rest, failed: [...failed, ...rest.failed] };
  }
}

/** Undoes actions. Throws Failure. */
export async function undoActions(undo: readonly UndoWire[]): Promise<void> {
  for (const { method, path, body } of undo)
    await callAddress(method, path.replace(/^\/api/, ''), { body });
}
