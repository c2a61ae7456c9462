import { badgeOf } from '#contracts/badge.ts';
import type { Author } from '#contracts/page-model.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';

/** A Person, as published pages name one. */
export const PERSON_COLUMNS = pickColumns(schema.user, ['id', 'nickname', 'avatar']);

/** What an Author is made from. */
export const AUTHOR_COLUMNS = pickColumns(schema.user, 'id nickname avatar levelId groupId');

/** The author in a row with AUTHOR_COLUMNS. */
export function toAuthor<Prefix extends string>(
  row: RowOf<typeof AUTHOR_COLUMNS, Prefix>,
  prefix: Prefix,
): Author {
  const { levelId, groupId, ...person } = AUTHOR_COLUMNS.take(row, prefix);
  return { ...person, level: levelId, badge: badgeOf(groupId) };
}
