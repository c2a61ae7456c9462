import type { CommentWire } from '#contracts/wire/thread.ts';
import type { PresentContext } from '../present-context.ts';
import { userVersionSql } from '../user/presented-users.ts';

export interface CommentRow {
  id: number;
  postId: number;
  threadId: number;
  userId: number;
  html: string;
  checked: boolean;
  createdAt: Date;
  updatedAt: Date;
  userVersion: string;
}

/** SQL columns of a CommentRow from `c`. */
export const commentColumns = `
  c.id,
  c.post_id as "postId",
  c.thread_id as "threadId",
  c.user_id as "userId",
  c.html,
  c.checked,
  c.created_at as "createdAt",
  c.updated_at as "updatedAt",
  ${userVersionSql('c.user_id')} as "userVersion"`;

/** A comment that is shown; deleted ones are in no list. */
export function toCommentWire(
  row: CommentRow,
  { users, withheldTexts }: PresentContext,
): CommentWire {
  const message = users.isHidden(row.userId) ? withheldTexts.hidden : row.html;
  return {
    id: row.id,
    post_id: row.postId,
    thread_id: row.threadId,
    user_id: row.userId,
    message,
    message_fmt: message,
    checked: row.checked ? 1 : 0,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: null,
    user: users.toWire(row.userId),
  };
}
