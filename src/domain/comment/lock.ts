import { AppError } from '#contracts/errors.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { type Runner, statement } from '#db/statement.ts';
import { textOrEllipsisSql } from '../bounded-text.ts';

const COMMENT_COLUMNS = pickColumns(
  schema.comment,
  'userId state checked postId threadId createdAt',
);
interface StoredComment extends RowOf<typeof COMMENT_COLUMNS> {
  source: string;
  html: string;
  forumId: number;
  floor: number;
  featured: boolean;
}

// Locks the post first, as in createComment.
const lockPostOfComment = statement<unknown, { commentId: number }>(
  `select from post where id = (select post_id from comment where id = :commentId) for update`,
);
const readStoredComment = statement<StoredComment, { commentId: number }>(`
  select
    ${COMMENT_COLUMNS.sql('c')},
    ${textOrEllipsisSql('c.source')} as source,
    ${textOrEllipsisSql('c.html')} as html,
    p.forum_id as "forumId",
    p.floor,
    p.featured
  from comment c
  join post p on p.id = c.post_id
  where c.id = :commentId
  for update of c`);

/** Locks a comment and its post. Throws notFound. */
export async function lockComment(tx: Runner, commentId: number): Promise<StoredComment> {
  await lockPostOfComment(tx, { commentId });
  const [comment] = await readStoredComment(tx, { commentId });
  if (!comment) throw new AppError('notFound');
  return comment;
}
