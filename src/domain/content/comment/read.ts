import { AppError } from '#contracts/errors.ts';
import type { CommentWire } from '#contracts/wire/thread.ts';
import { statement } from '#db/statement.ts';
import { createPresentContext } from '../../people/present-context.ts';
import { readReferenceData } from '../../reference/reference-data.ts';
import { LIST_TEXTS_BYTES } from '../../shared/bounded-text.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { toReaderGroupId } from '../../shared/viewer.ts';
import { isShownSql } from '../../shared/visibility.ts';
import { type CommentRow, commentColumns, toCommentWire } from './present.ts';

export interface CommentPage {
  data: CommentWire[];
  total_count: number;
  total_limit: number;
  total_offset: number;
}

const selectCommentPage = statement<
  CommentRow,
  { postId: number; limit: number; offset: number; viewer: number | null }
>(`
  select ${commentColumns(LIST_TEXTS_BYTES)}
  from (
    select *
    from comment
    where post_id = :postId and ${isShownSql('comment')}
    order by id
    limit (select :limit::int) offset (select :offset::int)
  ) c
  order by c.id`);
const selectPostHead = statement<
  { readable: boolean; shown: boolean; total: number },
  { postId: number; reader: number | null }
>(`
  select
    ${forumReadableSql('f', ':reader')} as readable,
    ${isShownSql('p')} and ${isShownSql('t')} as shown,
    (
      select count(*)::int
      from comment
      where post_id = p.id and ${isShownSql('comment')}
    ) as total
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  where p.id = :postId`);

/** Comments of a reply, oldest first. Throws notFound, notAcceptable (the reply isn't shown). */
export async function readComments(
  reading: ReadContext,
  postId: number,
  page: number,
  limit: number,
): Promise<CommentPage> {
  const { db, viewer, timeZone } = reading;
  const [community, [head], rows] = await Promise.all([
    readReferenceData(db, timeZone),
    selectPostHead(db, { postId, reader: toReaderGroupId(viewer) }),
    selectCommentPage(db, { postId, limit, offset: page * limit, viewer: viewer?.userId ?? null }),
  ]);
  if (!head?.readable) throw new AppError('notFound');
  if (!head.shown) throw new AppError('notAcceptable');
  const context = await createPresentContext(reading, community, rows);
  return {
    data: rows.map((row) => toCommentWire(row, context)),
    total_count: head.total,
    total_limit: limit,
    total_offset: page,
  };
}

const selectComment = statement<CommentRow, { id: number; viewer: number | null }>(
  `select ${commentColumns(LIST_TEXTS_BYTES)} from comment c where c.id = :id`,
);

/** A comment, in response to its author. Throws notFound. */
export async function readComment(reading: ReadContext, id: number): Promise<CommentWire> {
  const [community, [row]] = await Promise.all([
    readReferenceData(reading.db, reading.timeZone),
    selectComment(reading.db, { id, viewer: reading.viewer?.userId ?? null }),
  ]);
  if (!row) throw new AppError('notFound');
  return toCommentWire(row, await createPresentContext(reading, community, [row]));
}
