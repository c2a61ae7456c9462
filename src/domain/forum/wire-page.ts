import { forumIconUrl } from '#contracts/default-pictures.ts';
import { AppError } from '#contracts/errors.ts';
import type { SectionBriefWire } from '#contracts/wire/forum.ts';
import type { ForumPageReplyWire, ForumPageWire } from '#contracts/wire/thread.ts';
import { isFavouriteForum } from '../favourite/wire.ts';
import { presentThreadSummary } from '../thread/present.ts';
import { authorsOf, readTotal, readWirePage, type WireList } from '../thread/wire-list.ts';
import type { ForumRow } from './present.ts';
import { type Community, moderatorsOf, readCommunity } from './wire-community.ts';
import { around, type Reading } from './wire-reading.ts';

/** A forum's place among all by how much is written in them; the first is 1. */
function rankingOf(community: Community, forum: ForumRow): number {
  return (
    1 + [...community.forumRows.values()].filter((other) => other.postsCnt > forum.postsCnt).length
  );
}

/**
 * A forum with a page of its threads. Throws notFound, also for a forum that the viewer may not
 * read.
 */
export async function readForumWirePage(
  reading: Reading,
  forumId: number,
  list: WireList,
): Promise<ForumPageReplyWire> {
  const { db, viewer, timeZone } = reading;
  const community = await readCommunity(db, timeZone);
  const forum = community.forumRows.get(forumId);
  if (!forum || !community.mayRead(forumId, viewer)) throw new AppError('notFound');
  const [rows, total, favourite] = await Promise.all([
    readWirePage(reading, { forumId }, list),
    readTotal(reading, community, { forumId }, list),
    viewer !== null && isFavouriteForum(db, viewer, forumId),
  ]);
  const context = await around(reading, community, authorsOf(rows));
  const data: ForumPageWire = {
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
    icon: forumIconUrl(forum.icon),
    is_favorite: favourite,
    thread: rows.map((row) => presentThreadSummary(row, context)),
    type: community.sections.find((section) => section.id === forum.sectionId) as SectionBriefWire,
    user_list: moderatorsOf(community, forumId),
  };
  return { data, total_count: total, total_limit: list.limit, total_offset: list.page };
}
