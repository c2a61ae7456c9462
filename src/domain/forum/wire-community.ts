import type { Lang } from '#contracts/language.ts';
import type { ForumBriefWire, SectionBriefWire, ThemeWire } from '#contracts/wire/forum.ts';
import type { GroupForumWire, GroupWire, LevelsWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { groupColumns, type GroupRow, levelColumns, type LevelRow, presentGroup, presentLevel } from '../group/present.ts';
import { type ForumRow, presentForumBrief, presentSectionBrief, presentTheme, type SectionRow, type ThemeRow } from './present.ts';

/*
 * The small tables that nearly every reply repeats: sections, forums with today's counts, themes, groups, levels and
 * moderators. Joining them for each row of a list costs more than reading the list (2.7 ms instead of 0.4 ms for twenty
 * threads), so each process keeps them presented, for as long as PostgreSQL says that no row has changed: every version
 * of a row has an xmin of its own, and a sum over all of them is asked for with each list. No process can show what
 * another has changed.
 */

const versionOf = (table: string, key: string, where = ''): string => `select hashint8extended(xmin::text::bigint, ${key}) as h from ${table} ${where}`;
const todayOf = (zone: string): string => `(now() at time zone ${zone}::text)::date`;

/** SQL: a number as text that differs when any row of the small tables does. `zone` is a parameter, the community's time zone. */
export const communityVersionSql = (zone: string): string => `(select sum(h)::text from (
  ${versionOf('forum', 'id')} union all ${versionOf('section', 'id + (1::bigint << 32)')} union all ${versionOf('theme', 'id + (2::bigint << 32)')}
  union all ${versionOf('"group"', 'id + (3::bigint << 32)')} union all ${versionOf('level', 'id + (4::bigint << 32)')}
  union all ${versionOf('forum_moderator', 'forum_id::bigint * 65537 + user_id + (5::bigint << 40)')}
  union all ${versionOf('forum_day', 'forum_id + (6::bigint << 32)', `where day = ${todayOf(zone)}`)}) versions)`;

export interface Community {
  /** In the order in which sections and their forums are shown. */
  sections: SectionBriefWire[];
  forums: Map<number, ForumBriefWire>;
  forumRows: Map<number, ForumRow>;
  themes: Map<number, ThemeWire>;
  groups: Map<number, GroupWire>;
  levels: Record<Lang, Map<number, LevelsWire>>;
  /** Ids of a forum's moderators, in their order. */
  moderators: Map<number, number[]>;
}

const sections = statement<SectionRow>(`
  select id, name, name_en as "nameEn", rank, recommended, created_at as "createdAt", updated_at as "updatedAt" from section order by rank, id`);
const forums = statement<ForumRow>(`
  select f.id, f.section_id as "sectionId", f.name, f.name_en as "nameEn", f.brief, f.brief_en as "briefEn", f.announcement, f.announcement_en as "announcementEn",
    f.icon, f.link_url as "linkUrl", f.rank, f.recommended, f.access, f.threads_cnt as "threadsCnt", f.posts_cnt as "postsCnt", f.digests_cnt as "digestsCnt",
    f.favourites_cnt as "favouritesCnt", f.visits_cnt as "visitsCnt", f.created_at as "createdAt", f.updated_at as "updatedAt",
    coalesce(d.threads, 0) as "todayThreads", coalesce(d.replies, 0) as "todayReplies", coalesce(d.visits, 0) as "todayVisits"
  from forum f left join forum_day d on d.forum_id = f.id and d.day = ${todayOf('$1')} order by f.rank, f.id`);
const themes = statement<ThemeRow>(`
  select id, forum_id as "forumId", name, name_en as "nameEn", rank, template, template_en as "templateEn" from theme order by forum_id, rank, id`);
const groups = statement<GroupRow>(`select ${groupColumns} from "group" g`);
const levels = statement<LevelRow>(`select ${levelColumns} from level l`);
const moderators = statement<{ forumId: number; userId: number }>(`select forum_id as "forumId", user_id as "userId" from forum_moderator order by forum_id, rank, user_id`);
const versionNow = statement<{ version: string }>(`select ${communityVersionSql('$1')} as version`);

const byId = <T extends { id: number }>(list: T[]): Map<number, T> => new Map(list.map((one) => [one.id, one]));

async function load(db: Db, zone: string): Promise<Community> {
  const [sectionRows, forumRows, themeRows, groupRows, levelRows, moderatorRows] = await Promise.all([
    sections(db, []), forums(db, [zone]), themes(db, []), groups(db, []), levels(db, []), moderators(db, []),
  ]);
  const presentedSections = sectionRows.map(presentSectionBrief);
  const sectionOf = byId(presentedSections);
  const moderatorIds = new Map<number, number[]>();
  for (const { forumId, userId } of moderatorRows) moderatorIds.set(forumId, [...(moderatorIds.get(forumId) ?? []), userId]);
  return {
    sections: presentedSections,
    forums: byId(forumRows.map((row) => presentForumBrief(row, sectionOf.get(row.sectionId) as SectionBriefWire, moderatorIds.get(row.id) ?? []))),
    forumRows: byId(forumRows),
    themes: byId(themeRows.map(presentTheme)),
    groups: byId(groupRows.map(presentGroup)),
    levels: { zh: byId(levelRows.map((row) => presentLevel(row, 'zh'))), en: byId(levelRows.map((row) => presentLevel(row, 'en'))) },
    moderators: moderatorIds,
  };
}

const kept = new WeakMap<Db, { version: string; community: Promise<Community> }>();

/**
 * The small tables as they were when `rowsVersion` was read, or later. Rows are read after their version, so what is kept
 * can only be newer than its label, and is then read once more.
 */
export async function communityAt(db: Db, zone: string, rowsVersion: string): Promise<Community> {
  const version = `${zone} ${rowsVersion}`;
  const known = kept.get(db);
  if (known?.version === version) return known.community;
  const community = load(db, zone);
  const entry = { version, community };
  kept.set(db, entry);
  community.catch(() => {
    if (kept.get(db) === entry) kept.delete(db);
  });
  return community;
}

/** The small tables as they are now. */
export async function readCommunity(db: Db, zone: string): Promise<Community> {
  const [now] = await versionNow(db, [zone]);
  return communityAt(db, zone, now?.version ?? '');
}

/** The group that moderators of a forum have there. */
const MODERATORS = 20;
const isAdministrators = (groupId: number): boolean => groupId === 10000 || groupId === 10001;

/** A person's group, and for a moderator of the forum the moderators' one. Administrators are more than that already. */
export function groupIn(community: Community, forumId: number, userId: number, groupId: number): GroupForumWire {
  const place = isAdministrators(groupId) ? -1 : (community.moderators.get(forumId)?.indexOf(userId) ?? -1);
  const moderators = place >= 0 ? community.groups.get(MODERATORS) : undefined;
  const group = moderators ?? (community.groups.get(groupId) as GroupWire);
  return { id: 0, user_id: userId, group_id: group.id, forum_id: forumId, orderby: Math.max(0, place), group };
}
