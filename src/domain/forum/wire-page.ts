import type { ForumPageReplyWire, ForumPageWire } from '#contracts/wire/thread.ts';
import type { SectionBriefWire } from '#contracts/wire/forum.ts';
import { AppError } from '#contracts/errors.ts';
import { statement, type Statement } from '#db/statement.ts';
import { presentThreadSummary } from '../thread/present.ts';
import { authorsOf, readWirePage, totalSql, type WireList } from '../thread/wire-list.ts';
import { readableSql, readerOf } from './access.ts';
import type { ForumRow } from './present.ts';
import { type Community, communityVersionSql } from './wire-community.ts';
import { readModerators } from './wire-moderators.ts';
import { around, type Reading } from './wire-reading.ts';

interface Head {
  readable: boolean;
  favourite: boolean;
  total: number;
  version: string;
}

const heads = new Map<string, Statement<Head>>();

/** $1 forum, $2 reader, $3 time zone, $4 user, $5 theme when there is one. */
function headOf(list: WireList): Statement<Head> {
  const key = `${list.digest},${list.language ?? ''},${Boolean(list.themeId)}`;
  const found = heads.get(key) ?? statement<Head>(`
    select ${readableSql('f', '$2')} as readable, exists (select from forum_favourite where user_id = $4::int and forum_id = f.id) as favourite,
      ${totalSql(true, list, '$1', '$5')} as total, ${communityVersionSql('$3')} as version
    from forum f where f.id = $1::int`);
  heads.set(key, found);
  return found;
}

/** A forum's place among all by how much is written in them; the first is 1. */
function rankingOf(community: Community, forum: ForumRow): number {
  return 1 + [...community.forumRows.values()].filter((other) => other.postsCnt > forum.postsCnt).length;
}

/** English texts beside the Chinese ones, which deployed clients know alone. */
type Bilingual = ForumPageWire & { name_en: string; brief_en: string; announcement_en: string; favourite_cnt: number };

/** A forum with a page of its threads. Throws notFound, also for a forum that the viewer may not read. */
export async function readForumWirePage(reading: Reading, forumId: number, list: WireList): Promise<ForumPageReplyWire> {
  const { db, viewer, timeZone } = reading;
  const [[head], rows, moderators] = await Promise.all([
    headOf(list)(db, [forumId, readerOf(viewer), timeZone, viewer?.userId ?? null, ...(list.themeId ? [list.themeId] : [])]),
    readWirePage(reading, forumId, list),
    readModerators(db, forumId),
  ]);
  if (!head?.readable) throw new AppError('notFound');
  const context = await around(reading, head.version, authorsOf(rows));
  const { community } = context;
  const forum = community.forumRows.get(forumId);
  if (!forum) throw new AppError('notFound'); // deleted between two reads
  const data: Bilingual = {
    id: forum.id,
    name: forum.name,
    name_en: forum.nameEn,
    rank: forum.rank,
    ranking: rankingOf(community, forum),
    threads_cnt: forum.threadsCnt,
    posts_cnt: forum.postsCnt,
    visit_cnt: forum.visitsCnt,
    favourite_cnt: forum.favouritesCnt,
    today_posts_cnt: forum.todayReplies,
    today_threads_cnt: forum.todayThreads,
    today_visit_cnt: forum.todayVisits,
    brief: forum.brief,
    brief_en: forum.briefEn,
    announcement: forum.announcement,
    announcement_en: forum.announcementEn,
    icon: forum.icon,
    is_favorite: head.favourite,
    thread: rows.map((row) => presentThreadSummary(row, context)),
    type: community.sections.find((section) => section.id === forum.sectionId) as SectionBriefWire,
    user_list: moderators,
  };
  return { data, total_count: head.total, total_limit: list.limit, total_offset: list.page };
}
