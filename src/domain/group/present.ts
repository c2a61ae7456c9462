import { ADMIN_GROUP_IDS } from '#contracts/admin-choices.ts';
import { levelIconUrl } from '#contracts/default-pictures.ts';
import type { Lang } from '#contracts/language.ts';
import type { LevelWire } from '#contracts/wire/user.ts';
import { isoSql } from '#db/iso-sql.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';

/** SQL: a column of the rights of `g`, which administrators have whatever it says. */
export const effectiveRightSql = (column: string): string =>
  `(g.${column} or g.id in (${ADMIN_GROUP_IDS.join(', ')}))`;

const RIGHTS = 'read thread post attach down top update delete move ban_user delete_user view';

/** SQL columns of a GroupWire from `g`. */
export const groupWireColumns = `
  g.id,
  g.name,
  g.name_en,
  g.parent_id as pid,
  ${RIGHTS.split(' ')
    .map((right) => `${effectiveRightSql(`allow_${right}`)}::int as allow${right.replace('_', '')}`)
    .join(', ')},
  ${isoSql('g.created_at')} as created_at,
  ${isoSql('g.updated_at')} as updated_at`;

const LEVEL_COLUMNS = pickColumns(
  schema.level,
  `id name nameEn icon colorId minCredits createdAt updatedAt`,
);
export interface LevelRow extends RowOf<typeof LEVEL_COLUMNS> {
  /** The least credits of the level above; null for the highest. */
  nextCredits: number | null;
}

/** SQL columns of a LevelRow from `l`. */
export const levelColumns = `
  ${LEVEL_COLUMNS.sql('l')},
  (
    select min(above.min_credits)
    from level above
    where above.min_credits > l.min_credits
  ) as "nextCredits"`;

const MAX_INT32 = 2_147_483_647;

export const toLevelWire = (row: LevelRow, lang: Lang): LevelWire => ({
  id: row.id,
  admin: '',
  color_id: row.colorId,
  level_icon: levelIconUrl(row.id, row.icon),
  level_name: lang === 'en' ? row.nameEn : row.name,
  min: row.minCredits,
  max: row.nextCredits === null ? MAX_INT32 : row.nextCredits - 1,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
