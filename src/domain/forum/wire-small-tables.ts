import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { type GroupRow, groupColumns, type LevelRow, levelColumns } from '../group/present.ts';
import type { ForumRow, SectionRow, ThemeRow } from './present.ts';

export interface ModeratorRow {
  forumId: number;
  id: number;
  groupId: number;
  username: string;
  nickname: string;
  avatar: string;
}

export interface SmallTables {
  sections: SectionRow[];
  forums: ForumRow[];
  themes: ThemeRow[];
  groups: GroupRow[];
  levels: LevelRow[];
  moderators: ModeratorRow[];
  /** Who moderates everywhere; forumId is 0. */
  masters: ModeratorRow[];
}

const TODAY = '(now() at time zone :timeZone::text)::date';

const sections = statement<SectionRow>(`
  select
    id,
    name,
    name_en as "nameEn",
    rank,
    recommended,
    created_at as "createdAt",
    updated_at as "updatedAt"
  from section
  order by rank, id`);
const forums = statement<ForumRow, { timeZone: string }>(`
  select
    f.id,
    f.section_id as "sectionId",
    f.name,
    f.name_en as "nameEn",
    f.brief,
    f.brief_en as "briefEn",
    f.announcement,
    f.announcement_en as "announcementEn",
    f.icon,
    f.link_url as "linkUrl",
    f.rank,
    f.recommended,
    f.access,
    array(select group_id from forum_group where forum_id = f.id) as readers,
    f.threads_cnt as "threadsCnt",
    f.english_cnt as "englishCnt",
    f.posts_cnt as "postsCnt",
    f.digests_cnt as "digestsCnt",
    f.favourites_cnt as "favouritesCnt",
    f.visits_cnt as "visitsCnt",
    f.created_at as "createdAt",
    f.updated_at as "updatedAt",
    coalesce(d.threads, 0) as "todayThreads",
    coalesce(d.replies, 0) as "todayReplies",
    coalesce(d.visits, 0) as "todayVisits"
  from forum f
  left join forum_day d on d.forum_id = f.id and d.day = ${TODAY}
  order by f.rank, f.id`);
const themes = statement<ThemeRow>(`
  select
    id,
    forum_id as "forumId",
    name,
    name_en as "nameEn",
    rank,
    template,
    template_en as "templateEn",
    threads_cnt as "threadsCnt"
  from theme
  order by forum_id, rank, id`);
const groups = statement<GroupRow>(`select ${groupColumns} from "group" g`);
const levels = statement<LevelRow>(`select ${levelColumns} from level l`);
const moderators = statement<ModeratorRow>(`
  select
    m.forum_id as "forumId",
    u.id,
    u.group_id as "groupId",
    u.username,
    u.nickname,
    u.avatar
  from forum_moderator m
  join "user" u on u.id = m.user_id
  order by m.forum_id, m.rank, u.id`);

/** Of those who moderate everywhere, as many as are named beside a forum's own moderators. */
const MASTERS_NAMED = 50;
// Each half is a look into an index of its own.
const MASTERS = `
  (
    select id
    from "user"
    where group_id in (10000, 10001)
    union
    select id
    from "user"
    where id in (10000, 10001)
  )`;
// Users 10000 and 10001 may what group 10000 may, whatever their own is, so they are told as its
// members.
const masters = statement<ModeratorRow>(`
  select
    0 as "forumId",
    u.id,
    case when u.id in (10000, 10001) then 10000 else u.group_id end as "groupId",
    u.username,
    u.nickname,
    u.avatar
  from ${MASTERS} master
  join "user" u on u.id = master.id
  order by u.id
  limit ${MASTERS_NAMED}`);

/** All rows of the small tables. */
export async function readSmallTables(db: Db, timeZone: string): Promise<SmallTables> {
  const [sectionRows, forumRows, themeRows, groupRows, levelRows, moderatorRows, masterRows] =
    await Promise.all([
      sections(db),
      forums(db, { timeZone }),
      themes(db),
      groups(db),
      levels(db),
      moderators(db),
      masters(db),
    ]);
  return {
    sections: sectionRows,
    forums: forumRows,
    themes: themeRows,
    groups: groupRows,
    levels: levelRows,
    moderators: moderatorRows,
    masters: masterRows,
  };
}

/**
 * A row's version is the transaction that wrote it (xmin); a table's is the sum over its rows, told
 * apart by their keys.
 */
const versionOf = (from: string, key: string, table: number): string =>
  `
    select hashint8extended(row.xmin::text::bigint, (${key}) + (${table}::bigint << 56)) as h
    from ${from}`;
const pair = (one: string, other: string): string => `(row.${one}::bigint << 28) + row.${other}`;

const version = statement<{ version: string }, { timeZone: string }>(`
  select sum(h)::text as version
  from (
    ${versionOf('forum row', 'row.id', 0)}
    union all ${versionOf('section row', 'row.id', 1)}
    union all ${versionOf('theme row', 'row.id', 2)}
    union all ${versionOf('"group" row', 'row.id', 3)}
    union all ${versionOf('level row', 'row.id', 4)}
    union all ${versionOf('forum_group row', pair('forum_id', 'group_id'), 5)}
    union all ${versionOf('forum_moderator row', pair('forum_id', 'user_id'), 6)}
    union all ${versionOf('forum_moderator m join "user" row on row.id = m.user_id', 'row.id', 7)}
    union all ${versionOf(`${MASTERS} master join "user" row on row.id = master.id`, 'row.id', 9)}
    union all ${versionOf(`forum_day row where row.day = ${TODAY}`, 'row.forum_id', 8)}
  ) versions`);

/**
 * A text that differs when any row of the small tables does, or when another day begins with counts
 * of its own.
 */
export async function readSmallVersion(db: Db, timeZone: string): Promise<string> {
  return (await version(db, { timeZone }))[0]?.version ?? '';
}
