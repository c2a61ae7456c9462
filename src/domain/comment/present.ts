import type { CommentWire } from '#contracts/wire/thread.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { listedTextSql } from '../bounded-text.ts';
import type { PresentContext } from '../present-context.ts';
import { userVersionSql } from '../user/presented-users.ts';

const COMMENT_COLUMNS = pickColumns(
  schema.comment,
  `id postId threadId userId checked createdAt updatedAt editedAt`,
);

export interface CommentRow extends RowOf<typeof COMMENT_COLUMNS> {
  /** Null when it is too large to be shown. */
  html: string | null;
  userVersion: string;
}

/** SQL columns of a CommentRow from `c`; `budget`: bytes of all texts. */
export const commentColumns = (budget: number): string => `
  ${COMMENT_COLUMNS.sql('c')},
  ${listedTextSql('c.html', 'c.id', { budget })} as html,
  ${userVersionSql('c.user_id')} as "userVersion"`;

/** A comment that is shown; deleted ones are in no list. */
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
    deleted_at: null,
    user: users.toWire(row.userId),
  };
}
