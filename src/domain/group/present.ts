import { ADMIN_GROUP_IDS } from '#contracts/admin-choices.ts';
import { levelIconUrl } from '#contracts/default-pictures.ts';
import type { Lang } from '#contracts/language.ts';
import type { GroupWire, LevelWire } from '#contracts/wire/user.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';

const GROUP_COLUMNS = pickColumns(schema.group, [
  'id',
  'name',
  'nameEn',
  'parentId',
  'allowRead',
  'allowThread',
  'allowPost',
  'allowAttach',
  'allowDown',
  'allowTop',
  'allowUpdate',
  'allowDelete',
  'allowMove',
  'allowBanUser',
  'allowDeleteUser',
  'allowView',
  'createdAt',
  'updatedAt',
]);
export type GroupRow = RowOf<typeof GROUP_COLUMNS>;

/** SQL columns of a GroupRow from `g`. */
export const groupColumns = GROUP_COLUMNS.sql('g');

export function toGroupWire(row: GroupRow): GroupWire {
  // Administrators may do everything, whatever their group's columns say.
  const toFlag = (right: boolean) => (right || ADMIN_GROUP_IDS.includes(row.id) ? 1 : 0);
  return {
    id: row.id,
    name: row.name,
    name_en: row.nameEn,
    pid: row.parentId,
    allowread: toFlag(row.allowRead),
    allowthread: toFlag(row.allowThread),
    allowpost: toFlag(row.allowPost),
    allowattach: toFlag(row.allowAttach),
    allowdown: toFlag(row.allowDown),
    allowtop: toFlag(row.allowTop),
    allowupdate: toFlag(row.allowUpdate),
    allowdelete: toFlag(row.allowDelete),
    allowmove: toFlag(row.allowMove),
    allowbanuser: toFlag(row.allowBanUser),
    allowdeleteuser: toFlag(row.allowDeleteUser),
    allowview: toFlag(row.allowView),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const LEVEL_COLUMNS = pickColumns(schema.level, [
  'id',
  'name',
  'nameEn',
  'icon',
  'colorId',
  'minCredits',
  'createdAt',
  'updatedAt',
]);
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
