import type { Lang } from '#contracts/language.ts';
import { ADMIN_USER_IDS, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';
import type { ForumBriefWire, SectionBriefWire, ThemeWire } from '#contracts/wire/forum.ts';
import type { GroupWire, LevelWire, UserBriefWire } from '#contracts/wire/user.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { coalesceCalls } from '../shared/coalesce-calls.ts';
import { canReadForum } from '../shared/forum-access.ts';
import type { Viewer } from '../shared/viewer.ts';
import { FORUM_COLUMNS, type ForumRow, toForumBriefWire } from './forum-wire.ts';
import { groupWireColumns, type LevelRow, levelColumns, toLevelWire } from './level-wire.ts';
import { joinTodaySql, TODAY_SQL } from './today-sql.ts';
import { BRIEF_COLUMNS, toUserBriefWire, type UserBriefRow } from './user-wire.ts';

/*
 * The small tables that nearly every response repeats: sections, forums, themes, groups, levels,
 * moderators. Joining them per row costs more than the list (2.7 ms instead of 0.4 ms for 20
 * threads), so each process caches them. One query per batch of requests checks their version, so
 * no reader gets data older than its request.
 */

export interface ReferenceData {
  /** In display order. */
  sections: SectionBriefWire[];
  forums: Map<number, ForumBriefWire>;
  forumRows: Map<number, ForumRow>;
  themes: Map<number, ThemeWire>;
  /** Themes that only moderators choose. */
  moderatorThemeIds: ReadonlySet<number>;
  /** Threads per theme. */
  themeThreads: Map<number, number>;
  groups: Map<number, GroupWire>;
  levels: Record<Lang, Map<number, LevelWire>>;
  /** Moderators by forum, in display order. */
  moderators: Map<number, UserBriefWire[]>;
  /** Users who moderate everywhere. */
  globalModerators: UserBriefWire[];
  canRead(forumId: number, viewer: Viewer | null): boolean;
}

interface ModeratorRow extends UserBriefRow {
  forumId: number;
}

/** Constant: all sections have one kind; deployed clients read the field. */
const SECTION_TYPE = 0;
const selectSections = statement<SectionBriefWire>(`
  select
    id,
    ${SECTION_TYPE} as type,
    name,
    name_en,
    rank,
    ${isoSql('created_at')} as created_at,
    ${isoSql('updated_at')} as updated_at,
    recommended::int as is_tj
  from section
  order by section.rank, section.id`);
const selectForums = statement<ForumRow, { timeZone: string }>(`
  select
    ${FORUM_COLUMNS.sql('f')},
    array(select group_id from forum_group where forum_id = f.id) as readers,
    coalesce(d.threads, 0) as "todayThreads",
    coalesce(d.replies, 0) as "todayReplies",
    coalesce(d.visits, 0) as "todayVisits"
  from forum f
  ${joinTodaySql('f')}
  order by f.rank, f.id`);
const selectThemes = statement<ThemeWire & { threads_cnt: number; moderators_only: boolean }>(`
  select id, forum_id, name, name_en, rank, template, template_en, threads_cnt, moderators_only
  from theme
  order by forum_id, rank, id`);
const selectGroups = statement<GroupWire>(`select ${groupWireColumns} from "group" g`);
const selectLevels = statement<LevelRow>(`select ${levelColumns} from level l`);
const selectModerators = statement<ModeratorRow>(`
  select
    m.forum_id as "forumId",
    ${BRIEF_COLUMNS.sql('u')}
  from forum_moderator m
  ${joinByKeySql('"user"', 'u', 'm.user_id')}
  order by m.forum_id, m.rank, u.id`);

/** Global moderators listed after a forum's own moderators. */
const MAX_GLOBAL_MODERATORS_LISTED = 50;
const ADMIN_IDS = ADMIN_USER_IDS.join(', ');
// Two lookups, each with its own index.
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
// Users 10000 and 10001 have the rights of group 10000 (R20), so they are presented as members.
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

/** Sum of the rows' versions (xmin, the transaction that wrote the row), salted by key. */
const rowHashesSql = (from: string, key: string, table: number): string =>
  `
    select hashint8extended(row.xmin::text::bigint, (${key}) + (${table}::bigint << 56)) as h
    from ${from}`;
const compositeKeySql = (one: string, other: string): string =>
  `(row.${one}::bigint << 28) + row.${other}`;

/** joinByKeySql with xmin, which `*` omits. */
const joinVersionSql = (id: string): string =>
  `cross join lateral (select id, xmin from "user" where id = ${id} limit 1) row`;

const selectReferenceVersion = statement<{ version: string }, { timeZone: string }>(`
  select coalesce(sum(h), 0)::text as version
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

/** A version that changes with any row of the small tables, and daily because of daily counts. */
async function readReferenceVersion(db: Db, timeZone: string): Promise<string> {
  return (await selectReferenceVersion(db, { timeZone }))[0]?.version ?? '';
}

const toMapById = <T extends { id: number }>(list: readonly T[]): Map<number, T> =>
  new Map(list.map((one) => [one.id, one]));

async function readReferenceTables(db: Db, timeZone: string): Promise<ReferenceData> {
  const [sections, forums, themes, groups, levelRows, moderatorRows, globalModeratorRows] =
    await Promise.all([
      selectSections(db),
      selectForums(db, { timeZone }),
      selectThemes(db),
      selectGroups(db),
      selectLevels(db),
      selectModerators(db),
      selectGlobalModerators(db),
    ]);
  const sectionOf = toMapById(sections);
  const forumRows = toMapById(forums);
  const briefs = Map.groupBy(moderatorRows, (one) => one.forumId);
  const briefsOf = new Map(
    [...briefs].map(([forumId, rows]) => [forumId, rows.map(toUserBriefWire)]),
  );
  return {
    sections,
    forums: toMapById(
      forums.map((row) =>
        toForumBriefWire(
          row,
          sectionOf.get(row.sectionId) as SectionBriefWire,
          briefsOf.get(row.id)?.map(({ id }) => id) ?? [],
        ),
      ),
    ),
    forumRows,
    themes: toMapById(
      themes.map(({ threads_cnt: _, moderators_only: __, ...theme }): ThemeWire => theme),
    ),
    moderatorThemeIds: new Set(themes.filter((theme) => theme.moderators_only).map(({ id }) => id)),
    themeThreads: new Map(themes.map((theme) => [theme.id, theme.threads_cnt])),
    groups: toMapById(groups),
    levels: {
      zh: toMapById(levelRows.map((row) => toLevelWire(row, 'zh'))),
      en: toMapById(levelRows.map((row) => toLevelWire(row, 'en'))),
    },
    moderators: briefsOf,
    globalModerators: globalModeratorRows.map(toUserBriefWire),
    canRead: (forumId, viewer) => {
      const forum = forumRows.get(forumId);
      return forum !== undefined && canReadForum(forum.access, forum.readers, viewer);
    },
  };
}

/** Milliseconds for which requests wait to share one query under load. */
const COALESCE_MS = 2;

/** A reader of a database's reference data; one per database and time zone. */
function createReader(db: Db, timeZone: string): () => Promise<ReferenceData> {
  let cached: { version: string; community: ReferenceData } | undefined;
  return coalesceCalls(async () => {
    const version = await readReferenceVersion(db, timeZone);
    // Read after the version, so rows may only be newer; then they are read again.
    if (cached?.version !== version)
      cached = { version, community: await readReferenceTables(db, timeZone) };
    return cached.community;
  }, COALESCE_MS);
}

const readers = new WeakMap<Db, Map<string, () => Promise<ReferenceData>>>();

/** The current reference data; `timeZone`: the community's, for counts of today. */
export function readReferenceData(db: Db, timeZone: string): Promise<ReferenceData> {
  const readersOfDb = readers.get(db) ?? new Map<string, () => Promise<ReferenceData>>();
  readers.set(db, readersOfDb);
  const read = readersOfDb.get(timeZone) ?? createReader(db, timeZone);
  readersOfDb.set(timeZone, read);
  return read();
}
