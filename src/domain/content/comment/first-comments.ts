import type { CommentItem } from '#contracts/page-model.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { PERSON_COLUMNS } from '../../people/author-card.ts';
import { boundedTextSql, LIST_TEXTS_BYTES } from '../../shared/bounded-text.ts';
import { isAuthorShownSql, isShownSql } from '../../shared/visibility.ts';
import { type CommentRow, commentColumns } from './present.ts';

/** Comments shown under a reply initially. */
const MAX_COMMENTS_SHOWN = 3;

/** SQL: first comments as `c`; `postIds` is SQL of an array. */
const firstCommentsSql = (postIds: string): string => `
  unnest(${postIds}) as wanted(post_id)
  cross join lateral (
    select *
    from comment
    where post_id = wanted.post_id and ${isShownSql('comment')}
    order by id
    limit ${MAX_COMMENTS_SHOWN}
  ) c`;

/** Bytes of all first comments of a list, in addition to the replies' texts. */
const FIRST_COMMENTS_BYTES = LIST_TEXTS_BYTES / 4;

// `(select :postIds)` hides the number of ids: one plan fits all, without replanning.
type ForApi = { postIds: readonly number[]; viewer: number | null };
const selectForApi = statement<CommentRow, ForApi>(`
  select ${commentColumns(FIRST_COMMENTS_BYTES)}
  from ${firstCommentsSql('(select :postIds::int[])')}
  order by c.post_id, c.id`);

const PAGE_COLUMNS = pickColumns(schema.comment, [
  'id',
  'postId',
  'likesCnt',
  'createdAt',
  'editedAt',
]);
type PageComment = RowOf<typeof PAGE_COLUMNS> &
  RowOf<typeof PERSON_COLUMNS, 'author_'> & { html: string | null };
const selectForPages = statement<PageComment, { postIds: readonly number[] }>(`
  select
    ${PAGE_COLUMNS.sql('c')},
    ${boundedTextSql('c.html')} as html,
    ${PERSON_COLUMNS.sql('u', 'author_')}
  from ${firstCommentsSql(':postIds::int[]')}
  join "user" u on u.id = c.user_id
  where ${isAuthorShownSql('u')}
  order by c.post_id, c.id`);

const readBy =
  <Params extends { postIds: readonly number[] }, Row extends { postId: number }>(
    select: (db: Db, params: Params) => Promise<Row[]>,
  ) =>
  async (db: Db, params: Params): Promise<Map<number, Row[]>> =>
    Map.groupBy(params.postIds.length > 0 ? await select(db, params) : [], (row) => row.postId);

/** The first comments by reply. */
export const readFirstComments = readBy(selectForApi);
/** The same for pages, without authors hidden by a ban. */
export const readFirstCommentsForPages = readBy(selectForPages);

export const toCommentItem = (row: PageComment): CommentItem => ({
  id: row.id,
  author: PERSON_COLUMNS.take(row, 'author_'),
  html: row.html,
  likesCnt: row.likesCnt,
  createdAt: row.createdAt,
  editedAt: row.editedAt,
});
