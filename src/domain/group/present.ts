import { levelIconUrl } from '#contracts/default-pictures.ts';
import type { Lang } from '#contracts/language.ts';
import { ADMIN_GROUP_IDS } from '#contracts/wire/admin-group.ts';
import type { GroupWire, LevelWire } from '#contracts/wire/user.ts';

export interface GroupRow {
  id: number;
  name: string;
  nameEn: string;
  parentId: number;
  allowRead: boolean;
  allowThread: boolean;
  allowPost: boolean;
  allowAttach: boolean;
  allowDown: boolean;
  allowTop: boolean;
  allowUpdate: boolean;
  allowDelete: boolean;
  allowMove: boolean;
  allowBanUser: boolean;
  allowDeleteUser: boolean;
  allowView: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** SQL columns of a GroupRow. */
export const groupColumns = `
  g.id,
  g.name,
  g.name_en as "nameEn",
  g.parent_id as "parentId",
  g.allow_read as "allowRead",
  g.allow_thread as "allowThread",
  g.allow_post as "allowPost",
  g.allow_attach as "allowAttach",
  g.allow_down as "allowDown",
  g.allow_top as "allowTop",
  g.allow_update as "allowUpdate",
  g.allow_delete as "allowDelete",
  g.allow_move as "allowMove",
  g.allow_ban_user as "allowBanUser",
  g.allow_delete_user as "allowDeleteUser",
  g.allow_view as "allowView",
  g.created_at as "createdAt",
  g.updated_at as "updatedAt"`;

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

export interface LevelRow {
  id: number;
  name: string;
  nameEn: string;
  icon: string;
  colorId: number;
  minCredits: number;
  /** The least credits of the level above; null for the highest. */
  nextCredits: number | null;
  createdAt: Date;
  updatedAt: Date;
}

/** SQL columns of a LevelRow. */
export const levelColumns = `
  l.id,
  l.name,
  l.name_en as "nameEn",
  l.icon,
  l.color_id as "colorId",
  l.min_credits as "minCredits",
  (
    select min(above.min_credits)
    from level above
    where above.min_credits > l.min_credits
  ) as "nextCredits",
  l.created_at as "createdAt",
  l.updated_at as "updatedAt"`;

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
