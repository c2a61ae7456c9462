import type { Lang } from '#contracts/language.ts';
import type { ForumBriefWire, SectionBriefWire, ThemeWire } from '#contracts/wire/forum.ts';
import type { GroupForumWire, GroupWire, LevelWire, UserBriefWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { presentGroup, presentLevel } from '../group/present.ts';
import { presentUserBrief } from '../user/present.ts';
import { isReadable, type Viewer } from './access.ts';
import { type ForumRow, presentForumBrief, presentSectionBrief, presentTheme } from './present.ts';
import { latest } from './wire-latest.ts';
import { readSmallTables, readSmallVersion, type SmallTables } from './wire-small-tables.ts';

/*
 * The small tables that nearly every reply repeats: sections, forums with today's counts, themes,
 * groups, levels and moderators. Joining them for each row of a list costs more than reading the
 * list (2.7 ms instead of 0.4 ms for twenty threads), so each process keeps them presented, for as
 * long as PostgreSQL says that no row has changed. It is asked for every reply, by one query for
 * all replies that are waiting: nobody is shown less than what was committed when they asked, by
 * whichever process.
 */

export interface Community {
  /** In the order in which sections and their forums are shown. */
  sections: SectionBriefWire[];
  forums: Map<number, ForumBriefWire>;
  forumRows: Map<number, ForumRow>;
  themes: Map<number, ThemeWire>;
  /** How many threads there are of a kind. */
  themeThreads: Map<number, number>;
  groups: Map<number, GroupWire>;
  levels: Record<Lang, Map<number, LevelWire>>;
  /** A forum's moderators, in their order. */
  moderators: Map<number, UserBriefWire[]>;
  /** Who moderates everywhere. */
  masters: UserBriefWire[];
  mayRead(forumId: number, viewer: Viewer | null): boolean;
}

const byId = <T extends { id: number }>(list: readonly T[]): Map<number, T> =>
  new Map(list.map((one) => [one.id, one]));

function present({
  sections,
  forums,
  themes,
  groups,
  levels,
  moderators,
  masters,
}: SmallTables): Community {
  const presentedSections = sections.map(presentSectionBrief);
  const sectionOf = byId(presentedSections);
  const forumRows = byId(forums);
  const briefs = Map.groupBy(moderators, (one) => one.forumId);
  const briefsOf = new Map(
    [...briefs].map(([forumId, rows]) => [forumId, rows.map(presentUserBrief)]),
  );
  return {
    sections: presentedSections,
    forums: byId(
      forums.map((row) =>
        presentForumBrief(
          row,
          sectionOf.get(row.sectionId) as SectionBriefWire,
          briefsOf.get(row.id)?.map((one) => one.id) ?? [],
        ),
      ),
    ),
    forumRows,
    themes: byId(themes.map(presentTheme)),
    themeThreads: new Map(themes.map((row) => [row.id, row.threadsCnt])),
    groups: byId(groups.map(presentGroup)),
    levels: {
      zh: byId(levels.map((row) => presentLevel(row, 'zh'))),
      en: byId(levels.map((row) => presentLevel(row, 'en'))),
    },
    moderators: briefsOf,
    masters: masters.map(presentUserBrief),
    mayRead: (forumId, viewer) => {
      const forum = forumRows.get(forumId);
      return forum !== undefined && isReadable(forum.access, forum.readers, viewer);
    },
  };
}

/** Milliseconds: under load a few replies wait this long to be told by one query. */
const PAUSE = 2;

/** How to ask for a database's community, made once per database and time zone. */
function asker(db: Db, timeZone: string): () => Promise<Community> {
  let kept: { version: string; community: Community } | undefined;
  return latest(async () => {
    const version = await readSmallVersion(db, timeZone);
    // Rows are read after their version, so what is kept can only be newer than its label, and is
    // then read once more.
    if (kept?.version !== version)
      kept = { version, community: present(await readSmallTables(db, timeZone)) };
    return kept.community;
  }, PAUSE);
}

const askers = new WeakMap<Db, Map<string, () => Promise<Community>>>();

/** The small tables as they are now. `timeZone` is the community's, for counts of today. */
export function readCommunity(db: Db, timeZone: string): Promise<Community> {
  const ofDb = askers.get(db) ?? new Map<string, () => Promise<Community>>();
  askers.set(db, ofDb);
  const ask = ofDb.get(timeZone) ?? asker(db, timeZone);
  ofDb.set(timeZone, ask);
  return ask();
}

/**
 * Who moderates a forum, in their order, and behind them who moderates everywhere: clients show the
 * tools of moderators to whom this list names. One who is both is told as what they are everywhere.
 */
export function moderatorsOf(community: Community, forumId: number): UserBriefWire[] {
  const everywhere = new Set(community.masters.map((one) => one.id));
  return [
    ...(community.moderators.get(forumId) ?? []).filter((one) => !everywhere.has(one.id)),
    ...community.masters,
  ];
}

/** The group that moderators of a forum have there. */
const MODERATORS = 20;
const isAdministrators = (groupId: number): boolean => groupId === 10000 || groupId === 10001;

/**
 * A person's group, and for a moderator of the forum the moderators' one. Administrators are more
 * than that already.
 */
export function groupIn(
  community: Community,
  forumId: number,
  userId: number,
  groupId: number,
): GroupForumWire {
  const place = isAdministrators(groupId)
    ? -1
    : (community.moderators.get(forumId)?.findIndex((one) => one.id === userId) ?? -1);
  const moderators = place >= 0 ? community.groups.get(MODERATORS) : undefined;
  const group = moderators ?? (community.groups.get(groupId) as GroupWire);
  return {
    id: 0,
    user_id: userId,
    group_id: group.id,
    forum_id: forumId,
    orderby: Math.max(0, place),
    group,
  };
}
