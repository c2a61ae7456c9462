import { ADMIN_USER_IDS, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import {
  FORUM_COLUMNS,
  type ForumRow,
  SECTION_COLUMNS,
  type SectionRow,
  THEME_COLUMNS,
  type ThemeRow,
} from './forum/present.ts';
import { type GroupRow, groupColumns, type LevelRow, levelColumns } from './group/present.ts';

export interface ModeratorRow {
  forumId: number;
  id: number;
  groupId: number;
  username: string;
  nickname: string;
  avatar: string;
}

export interface ReferenceTables {
  sectionRows: SectionRow[];
  forumRows: ForumRow[];
  themeRows: ThemeRow[];
  groupRows: GroupRow[];
  levelRows: LevelRow[];
  moderatorRows: ModeratorRow[];
  /** Who moderates everywhere; forumId is 0. */
  globalModeratorRows: ModeratorRow[];
}

const TODAY_SQL = '(now() at time zone :timeZone::text)::date';

const selectSections = statement<SectionRow>(`
  select ${SECTION_COLUMNS.sql('section')}
  from section
  order by rank, id`);
const selectForums = statement<ForumRow, { timeZone: string }>(`
  select
    ${FORUM_COLUMNS.sql('f')},
    array(select group_id from forum_group where forum_id = f.id) as readers,
    coalesce(d.threads, 0) as "todayThreads",
    coalesce(d.replies, 0) as "todayReplies",
    coalesce(d.visits, 0) as "todayVisits"
  from forum f
  left join forum_day d on d.forum_id = f.id and d.day = ${TODAY_SQL}
  order by f.rank, f.id`);
const selectThemes = statement<ThemeRow>(`
  select ${THEME_COLUMNS.sql('theme')}
  from theme
  order by forum_id, rank, id`);
const selectGroups = statement<GroupRow>(`select ${groupColumns} from "group" g`);
const selectLevels = statement<LevelRow>(`select ${levelColumns} from level l`);
const selectModerators = statement<ModeratorRow>(`
  select
    m.forum_id as "forumId",
    u.id,
    u.group_id as "groupId",
    u.username,
    u.nickname,
    u.avatar
  from forum_moderator m
  ${joinByKeySql('"user"', 'u', 'm.user_id')}
  order by m.forum_id, m.rank, u.id`);

/** Global moderators that are listed beside a forum's own moderators. */
const MAX_GLOBAL_MODERATORS_LISTED = 50;
const ADMIN_IDS = ADMIN_USER_IDS.join(', ');
// Two lookups, each in an index of its own.
const GLOBAL_MODERATOR_IDS_SQL = `
  (
    select id
    from "user"
    where group_id in (${ADMIN_IDS})
    union
    select id
    from "user"
    where id in (${ADMIN_IDS})
  )`;
// Users 10000 and 10001 have the rights of group 10000 whatever their own group is, so they are
// presented as its members.
const selectGlobalModerators = statement<ModeratorRow>(`
  select
    0 as "forumId",
    u.id,
    case when u.id in (${ADMIN_IDS}) then ${SUPER_ADMIN_GROUP_ID} else u.group_id end as "groupId",
    u.username,
    u.nickname,
    u.avatar
  from ${GLOBAL_MODERATOR_IDS_SQL} master
  ${joinByKeySql('"user"', 'u', 'master.id')}
  order by u.id
  limit ${MAX_GLOBAL_MODERATORS_LISTED}`);

/** All rows of the small tables. */
export async function readReferenceTables(db: Db, timeZone: string): Promise<ReferenceTables> {
  const [
    sectionRows,
    forumRows,
    themeRows,
    groupRows,
    levelRows,
    moderatorRows,
    globalModeratorRows,
  ] = await Promise.all([
    selectSections(db),
    selectForums(db, { timeZone }),
    selectThemes(db),
    selectGroups(db),
    selectLevels(db),
    selectModerators(db),
    selectGlobalModerators(db),
  ]);
  return {
    sectionRows,
    forumRows,
    themeRows,
    groupRows,
    levelRows,
    moderatorRows,
    globalModeratorRows,
  };
}

/**
 * A row's version is the transaction that wrote it (xmin); a table's is the sum over its rows, told
 * apart by their keys.
 */
const rowHashesSql = (from: string, key: string, table: number): string =>
  `
    select hashint8extended(row.xmin::text::bigint, (${key}) + (${table}::bigint << 56)) as h
    from ${from}`;
const compositeKeySql = (one: string, other: string): string =>
  `(row.${one}::bigint << 28) + row.${other}`;

/** As joinByKeySql; `*` has no xmin. */
const joinVersionSql = (id: string): string =>
  `cross join lateral (select id, xmin from "user" where id = ${id} limit 1) row`;

const selectReferenceVersion = statement<{ version: string }, { timeZone: string }>(`
  select sum(h)::text as version
  from (
    ${rowHashesSql('forum row', 'row.id', 0)}
    union all ${rowHashesSql('section row', 'row.id', 1)}
    union all ${rowHashesSql('theme row', 'row.id', 2)}
    union all ${rowHashesSql('"group" row', 'row.id', 3)}
    union all ${rowHashesSql('level row', 'row.id', 4)}
    union all ${rowHashesSql('forum_group row', compositeKeySql('forum_id', 'group_id'), 5)}
    union all ${rowHashesSql('forum_moderator row', compositeKeySql('forum_id', 'user_id'), 6)}
    union all ${rowHashesSql(`forum_moderator m ${joinVersionSql('m.user_id')}`, 'row.id', 7)}
    union all ${rowHashesSql(`${GLOBAL_MODERATOR_IDS_SQL} master ${joinVersionSql('master.id')}`, 'row.id', 9)}
    union all ${rowHashesSql(`forum_day row where row.day = ${TODAY_SQL}`, 'row.forum_id', 8)}
  ) versions`);

/**
 * A text that differs when any row of the small tables does, or when another day begins with counts
 * of its own.
 */
export async function readReferenceVersion(db: Db, timeZone: string): Promise<string> {
  return (await selectReferenceVersion(db, { timeZone }))[0]?.version ?? '';
}
