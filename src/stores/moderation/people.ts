import type { infer as Infer } from 'zod';
import type { ModeratedPersonReplyWire, ModeratedPersonWire } from '#contracts/wire/moderating.ts';
import type {
  ActedWire,
  UndoWire,
  WarnedWire,
  WarningsReplyWire,
  WarningWire,
} from '#contracts/wire/moderation.ts';
import { call } from '../api.ts';

/* Warnings and bans (R29). */

/** Throws Failure. */
export const loadPerson = async (userId: number): Promise<ModeratedPersonWire> =>
  (
    await call<Infer<typeof ModeratedPersonReplyWire>>('/v2/moderation/person', {
      query: { user_id: userId },
    })
  ).data;

export type Warning = Infer<typeof WarningWire>;

/** The latest first, withdrawn ones included. Throws Failure. */
export const loadWarnings = async (userId: number): Promise<Warning[]> =>
  (
    await call<Infer<typeof WarningsReplyWire>>('/v2/moderation/warnings', {
      query: { user_id: userId },
    })
  ).data;

/** What somebody is warned for. */
export interface Occasion {
  userId: number;
  threadId?: number | undefined;
  postId?: number | undefined;
  commentId?: number | undefined;
}

/** Throws Failure. */
export async function warn(
  { userId, threadId, postId, commentId }: Occasion,
  note: string,
): Promise<{ count: number; undo: readonly UndoWire[] }> {
  return (
    await call<Infer<typeof WarnedWire>>('/v1/thread/warning', {
      method: 'POST',
      body: {
        user_id: userId,
        thread_id: threadId ?? 0,
        post_id: postId ?? 0,
        comment_id: commentId ?? 0,
        note,
      },
    })
  ).data;
}

/** Throws Failure. */
export async function withdrawWarning(id: number, note: string): Promise<void> {
  await call(`/v2/moderation/warnings/${id}/withdraw`, { method: 'POST', body: { note } });
}

export interface Ban {
  userId: number;
  /** "YYYY-MM-DD HH:mm:ss" in the community's time zone; '' is now. */
  beginAt: string;
  /** '' is without end. */
  endAt: string;
  reason: string;
  hide: boolean;
}

const crime = async (body: Record<string, unknown>): Promise<readonly UndoWire[]> =>
  (await call<Infer<typeof ActedWire>>('/v1/user/crime', { method: 'POST', body })).data.undo;

/** Throws Failure. */
export const ban = ({ userId, beginAt, endAt, reason, hide }: Ban): Promise<readonly UndoWire[]> =>
  crime({
    user_id: userId,
    action: 2,
    begin_at: beginAt,
    end_at: endAt,
    reason,
    hide_thread: hide ? 1 : 0,
  });

/** Throws Failure. */
export const liftBan = (userId: number, reason: string): Promise<readonly UndoWire[]> =>
  crime({ user_id: userId, action: 1, reason });
