import type { CallBody } from '#contracts/calls/calls.ts';
import type { WarningWire } from '#contracts/wire/moderation.ts';
import type { ModeratedUserWire } from '#contracts/wire/moderator-view.ts';
import { call } from '../core/api.ts';
import { toUndoSteps, type UndoStep } from './actions.ts';
import { showPendingPurges } from './pending-purges.ts';

/* Warnings and bans (R29). */

/** Throws Failure. */
export const loadModeratedUser = async (userId: number): Promise<ModeratedUserWire> =>
  (await call('GET /v2/moderation/person', { query: { user_id: userId } })).data;

/** Latest first, including withdrawn ones. Throws Failure. */
export const loadWarnings = async (userId: number): Promise<WarningWire[]> =>
  (await call('GET /v2/moderation/warnings', { query: { user_id: userId } })).data;

/** A user to warn, and the post in question, if any. */
export interface WarningTarget {
  userId: number;
  threadId?: number | undefined;
  postId?: number | undefined;
  commentId?: number | undefined;
}

/** Throws Failure. */
export async function warnUser(
  { userId, threadId, postId, commentId }: WarningTarget,
  note: string,
): Promise<{ count: number; undo: readonly UndoStep[] }> {
  const { data } = await call('POST /v1/thread/warning', {
    body: {
      user_id: userId,
      thread_id: threadId ?? 0,
      post_id: postId ?? 0,
      comment_id: commentId ?? 0,
      note,
    },
  });
  return { count: data.count, undo: toUndoSteps(data.undo) };
}

/** Throws Failure. */
export async function withdrawWarning(id: number, note: string): Promise<void> {
  await call('POST /v2/moderation/actions', {
    body: { action: 'withdrawWarning', kind: 'warning', ids: [id], note },
  });
}

export interface NewBan {
  userId: number;
  /** "YYYY-MM-DD HH:mm:ss" in the community's time zone; '' is now. */
  beginAt: string;
  /** '' is without end. */
  endAt: string;
  reason: string;
  hideContent: boolean;
}

async function postBan(body: CallBody<'POST /v1/user/crime'>): Promise<readonly UndoStep[]> {
  const { data } = await call('POST /v1/user/crime', { body });
  showPendingPurges(data.cdn);
  return toUndoSteps(data.undo);
}

/** Throws Failure. */
export const banUser = ({
  userId,
  beginAt,
  endAt,
  reason,
  hideContent,
}: NewBan): Promise<readonly UndoStep[]> =>
  postBan({
    user_id: userId,
    action: 2,
    begin_at: beginAt,
    end_at: endAt,
    reason,
    hide_thread: hideContent ? 1 : 0,
  });

/** Throws Failure. */
export const liftBan = (userId: number, reason: string): Promise<readonly UndoStep[]> =>
  postBan({ user_id: userId, action: 1, reason });
