import type { CommentWire } from '#contracts/wire/thread.ts';
import type { Around } from '../forum/wire-reading.ts';
import { userVersionSql } from '../user/wire-people.ts';

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
export function presentComment(row: CommentRow, { people, instead }: Around): CommentWire {
  const message = people.hidden(row.userId) ? instead.hidden : row.html;
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
    user: people.user(row.userId),
  };
}
