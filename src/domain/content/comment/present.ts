import type { CommentWire } from '#contracts/wire/thread.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import type { PresentContext } from '../../people/present-context.ts';
import { userVersionSql } from '../../people/presented-users.ts';
import { listedTextSql } from '../../shared/bounded-text.ts';

const COMMENT_COLUMNS = pickColumns(
  schema.comment,
  `id postId threadId userId checked likesCnt createdAt updatedAt editedAt`,
);

export interface CommentRow extends RowOf<typeof COMMENT_COLUMNS> {
  /** null if it is too large to be shown. */
  html: string | null;
  userVersion: string;
  liked: boolean;
}

/**
 * SQL columns of a CommentRow from `c` for `:viewer` (id or null). `budget`: bytes of all texts.
 */
export const commentColumns = (budget: number): string => `
  ${COMMENT_COLUMNS.sql('c')},
  ${listedTextSql('c.html', 'c.id', { budget })} as html,
  ${userVersionSql('c.user_id')} as "userVersion",
  exists (select from comment_like where user_id = :viewer::int and comment_id = c.id) as liked`;

/** A shown comment; no list has deleted ones. */
export function toCommentWire(
  row: CommentRow,
  { users, withheldTexts }: PresentContext,
): CommentWire {
  const message = users.isHidden(row.userId)
    ? withheldTexts.hidden
    : (row.html ?? withheldTexts.tooLarge);
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
    edited_at: row.editedAt?.toISOString() ?? null,
    like_cnt: row.likesCnt,
    is_up: row.liked,
    deleted_at: null,
    user: users.toWire(row.userId),
  };
}
