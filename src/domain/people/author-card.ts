import { badgeOf } from '#contracts/badge.ts';
import type { Author, AuthorCard } from '#contracts/page-model.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { contentHiddenSql } from '../shared/visibility.ts';

/** Columns of a Person on published pages. */
export const PERSON_COLUMNS = pickColumns(schema.user, ['id', 'nickname', 'avatar']);

/** Columns of an Author. */
export const AUTHOR_COLUMNS = pickColumns(schema.user, 'id nickname avatar levelId groupId');

export function toAuthor<Prefix extends string>(
  row: RowOf<typeof AUTHOR_COLUMNS, Prefix>,
  prefix: Prefix,
): Author {
  const { levelId, groupId, ...person } = AUTHOR_COLUMNS.take(row, prefix);
  return { ...person, level: levelId, badge: badgeOf(groupId) };
}

const CARD_COLUMNS = pickColumns(
  schema.user,
  `description threadsCnt postsCnt featuredCnt digestsCnt likesCnt createdAt`,
);
const LEVEL_COLUMNS = pickColumns(schema.level, ['name', 'nameEn']);

export type SelectedAuthorCard = RowOf<typeof AUTHOR_COLUMNS, 'card_'> &
  RowOf<typeof CARD_COLUMNS, 'card_'> &
  RowOf<typeof LEVEL_COLUMNS, 'level_'> & {
    authorHidden: boolean | null;
    tags: AuthorCard['tags'];
  };

/** SQL columns of an AuthorCard; needs the join below. */
export const authorCardColumns = (u: string): string => `
  ${AUTHOR_COLUMNS.sql(u, 'card_')},
  ${CARD_COLUMNS.sql(u, 'card_')},
  ${LEVEL_COLUMNS.sql('l', 'level_')},
  ${contentHiddenSql(u)} as "authorHidden",
  (
    select coalesce(
      json_agg(json_build_object('text', text, 'color', color, 'language', language) order by id),
      '[]'
    )
    from user_tag
    where user_id = ${u}.id and deleted_at is null
  ) as tags`;

export const authorCardJoin = (u: string): string => `join level l on l.id = ${u}.level_id`;

export const toAuthorCard = (row: SelectedAuthorCard): AuthorCard => ({
  ...toAuthor(row, 'card_'),
  levelName: row.level_name,
  levelNameEn: row.level_nameEn,
  description: row.authorHidden === true ? '' : row.card_description,
  tags: row.tags,
  threadsCnt: row.card_threadsCnt,
  repliesCnt: row.card_postsCnt - row.card_threadsCnt,
  featuredCnt: row.card_featuredCnt,
  digestsCnt: row.card_digestsCnt,
  createdAt: row.card_createdAt,
});
