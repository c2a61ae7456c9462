import type { ThreadRow } from '#contracts/page-model.ts';
import { THREAD_FIELD_NAMES } from '#contracts/thread-fields.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { AUTHOR_COLUMNS, PERSON_COLUMNS, toAuthor } from '../../people/author-card.ts';
import { contentHiddenSql } from '../../shared/visibility.ts';

/** Fields that pages and the API show unchanged. */
export const THREAD_FIELDS = pickColumns(schema.thread, THREAD_FIELD_NAMES);
const THREAD_COLUMNS = pickColumns(
  schema.thread,
  `id subject language top topForum digest digestForum hasPoll imagesCnt resolved closed`,
);
const THEME_COLUMNS = pickColumns(schema.theme, ['id', 'name', 'nameEn']);
const FORUM_COLUMNS = pickColumns(schema.forum, ['id', 'name', 'nameEn']);

export type SelectedThread = RowOf<typeof THREAD_FIELDS> &
  RowOf<typeof THREAD_COLUMNS> &
  RowOf<typeof THEME_COLUMNS, 'theme_'> &
  RowOf<typeof FORUM_COLUMNS, 'forum_'> &
  RowOf<typeof AUTHOR_COLUMNS, 'author_'> &
  RowOf<typeof PERSON_COLUMNS, 'last_'> & {
    authorHidden: boolean | null;
    lastPostId: number | null;
    lastPostFloor: number | null;
  };

/** SQL columns of a SelectedThread; needs the joins below. */
export const threadRowColumns = `
  ${THREAD_FIELDS.sql('t')},
  ${THREAD_COLUMNS.sql('t')},
  ${THEME_COLUMNS.sql('th', 'theme_')},
  ${FORUM_COLUMNS.sql('f', 'forum_')},
  ${AUTHOR_COLUMNS.sql('u', 'author_')},
  ${PERSON_COLUMNS.sql('lu', 'last_')},
  lp.id as "lastPostId",
  lp.floor as "lastPostFloor",
  ${contentHiddenSql('u')} as "authorHidden"`;

export const threadRowJoins = `
  join theme th on th.id = t.theme_id
  join forum f on f.id = t.forum_id
  join "user" u on u.id = t.user_id
  join "user" lu on lu.id = coalesce(t.last_user_id, t.user_id)
  left join post lp on lp.id = t.last_post_id`;

export function toThreadRow(row: SelectedThread): ThreadRow {
  const hidden = row.authorHidden === true;
  return {
    ...THREAD_FIELDS.take(row, ''),
    id: row.id,
    subject: hidden ? '' : row.subject,
    ...(hidden ? { withheld: 'hidden' as const } : {}),
    language: row.language,
    theme: THEME_COLUMNS.take(row, 'theme_'),
    forum: FORUM_COLUMNS.take(row, 'forum_'),
    author: toAuthor(row, 'author_'),
    marks: {
      pinned: row.top > 0 || row.topForum > 0,
      digest: row.digest || row.digestForum,
      poll: row.hasPoll,
      image: row.imagesCnt > 0,
      resolved: row.resolved,
      closed: row.closed,
    },
    lastUser: PERSON_COLUMNS.take(row, 'last_'),
    lastReply:
      row.lastPostId && row.lastPostFloor
        ? { id: row.lastPostId, floor: row.lastPostFloor }
        : undefined,
  };
}
