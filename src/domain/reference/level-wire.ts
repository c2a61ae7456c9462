import { ADMIN_GROUP_IDS } from '#contracts/admin-choices.ts';
import { levelIconUrl } from '#contracts/default-pictures.ts';
import type { Lang } from '#contracts/language.ts';
import type { LevelWire } from '#contracts/wire/user.ts';
import { isoSql } from '#db/iso-sql.ts';

/** SQL: a right of `g`; administrators have all rights. */
export const effectiveRightSql = (column: string): string =>
  `(g.${column} or g.id in (${ADMIN_GROUP_IDS.join(', ')}))`;

const RIGHTS = 'read thread post attach down top update delete move ban_user delete_user view';

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

export interface LevelRow extends Omit<LevelWire, 'admin' | 'level_icon' | 'level_name'> {
  name: string;
  nameEn: string;
  icon: string;
}

const MAX_INT32 = 2_147_483_647;

/** SQL columns of a LevelRow from `l`; `max` is the next level's minimum less one. */
export const levelColumns = `
  l.id,
  l.name,
  l.name_en as "nameEn",
  l.icon,
  l.color_id,
  l.min_credits as min,
  coalesce(
    (
      select min(above.min_credits)
      from level above
      where above.min_credits > l.min_credits
    ) - 1,
    ${MAX_INT32}
  ) as max,
  ${isoSql('l.created_at')} as created_at,
  ${isoSql('l.updated_at')} as updated_at`;

export const toLevelWire = ({ name, nameEn, icon, ...level }: LevelRow, lang: Lang): LevelWire => ({
  ...level,
  admin: '',
  level_icon: levelIconUrl(level.id, icon),
  level_name: lang === 'en' ? nameEn : name,
});
