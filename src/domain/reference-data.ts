import type { Lang } from '#contracts/language.ts';
import type { ForumBriefWire, SectionBriefWire, ThemeWire } from '#contracts/wire/forum.ts';
import type { GroupWire, LevelWire, UserBriefWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import { canReadForum } from './forum/access.ts';
import {
  type ForumRow,
  toForumBriefWire,
  toSectionBriefWire,
  toThemeWire,
} from './forum/present.ts';
import { toGroupWire, toLevelWire } from './group/present.ts';
import {
  type ReferenceTables,
  readReferenceTables,
  readReferenceVersion,
} from './reference-tables.ts';
import { toUserBriefWire } from './user/present.ts';
import type { Viewer } from './viewer.ts';

/*
 * The small tables that nearly every reply repeats: sections, forums with today's counts, themes,
 * groups, levels and moderators. Joining them for each row of a list costs more than reading the
 * list (2.7 ms instead of 0.4 ms for twenty threads), so each process keeps them presented, for as
 * long as PostgreSQL says that no row has changed. It is asked for every reply, by one query for
 * all replies that are waiting: nobody is shown less than what was committed when they asked, by
 * whichever process.
 */

export interface ReferenceData {
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
  globalModerators: UserBriefWire[];
  canRead(forumId: number, viewer: Viewer | null): boolean;
}

const toMapById = <T extends { id: number }>(list: readonly T[]): Map<number, T> =>
  new Map(list.map((one) => [one.id, one]));

function toReferenceData({
  sectionRows,
  forumRows: forums,
  themeRows,
  groupRows,
  levelRows,
  moderatorRows,
  globalModeratorRows,
}: ReferenceTables): ReferenceData {
  const presentedSections = sectionRows.map(toSectionBriefWire);
  const sectionOf = toMapById(presentedSections);
  const forumRows = toMapById(forums);
  const briefs = Map.groupBy(moderatorRows, (one) => one.forumId);
  const briefsOf = new Map(
    [...briefs].map(([forumId, rows]) => [forumId, rows.map(toUserBriefWire)]),
  );
  return {
    sections: presentedSections,
    forums: toMapById(
      forums.map((row) =>
        toForumBriefWire(
          row,
          sectionOf.get(row.sectionId) as SectionBriefWire,
          briefsOf.get(row.id)?.map((one) => one.id) ?? [],
        ),
      ),
    ),
    forumRows,
    themes: toMapById(themeRows.map(toThemeWire)),
    themeThreads: new Map(themeRows.map((row) => [row.id, row.threadsCnt])),
    groups: toMapById(groupRows.map(toGroupWire)),
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

/** Under load, requests wait this long to share one query. */
const COALESCE_MS = 2;

/** How to ask for a database's community, made once per database and time zone. */
function createReader(db: Db, timeZone: string): () => Promise<ReferenceData> {
  let cached: { version: string; community: ReferenceData } | undefined;
  return coalesceCalls(async () => {
    const version = await readReferenceVersion(db, timeZone);
    // Rows are read after their version, so what is kept can only be newer than its label, and is
    // then read once more.
    if (cached?.version !== version)
      cached = { version, community: toReferenceData(await readReferenceTables(db, timeZone)) };
    return cached.community;
  }, COALESCE_MS);
}

const readers = new WeakMap<Db, Map<string, () => Promise<ReferenceData>>>();

/** The small tables as they are now. `timeZone` is the community's, for counts of today. */
export function readReferenceData(db: Db, timeZone: string): Promise<ReferenceData> {
  const readersOfDb = readers.get(db) ?? new Map<string, () => Promise<ReferenceData>>();
  readers.set(db, readersOfDb);
  const read = readersOfDb.get(timeZone) ?? createReader(db, timeZone);
  readersOfDb.set(timeZone, read);
  return read();
}
