import { forumIconUrl } from '#contracts/default-pictures.ts';
import { AppError } from '#contracts/errors.ts';
import type { SectionBriefWire } from '#contracts/wire/forum.ts';
import type { ForumPageReplyWire, ForumPageWire } from '#contracts/wire/thread.ts';
import { isFavouriteForum } from '../favourite/read.ts';
import { createPresentContext } from '../present-context.ts';
import type { ReadContext } from '../read-context.ts';
import { type ReferenceData, readReferenceData } from '../reference-data.ts';
import { type ApiListQuery, readThreadListPage, readThreadTotal } from '../thread/list-for-api.ts';
import { toThreadSummaryWire } from '../thread/present.ts';
import { getModerators } from './moderators.ts';
import type { ForumRow } from './present.ts';

/** A forum's rank by number of posts, from 1. */
function computeActivityRank(reference: ReferenceData, forum: ForumRow): number {
  return (
    1 + [...reference.forumRows.values()].filter((other) => other.postsCnt > forum.postsCnt).length
  );
}

/** A forum with a page of threads. Throws notFound, also if the viewer may not read it. */
export async function readForumWithThreads(
  reading: ReadContext,
  forumId: number,
  list: ApiListQuery,
): Promise<ForumPageReplyWire> {
  const { db, viewer, timeZone } = reading;
  const reference = await readReferenceData(db, timeZone);
  const forum = reference.forumRows.get(forumId);
  if (!forum || !reference.canRead(forumId, viewer)) throw new AppError('notFound');
  const [rows, total, favourite] = await Promise.all([
    readThreadListPage(reading, { forumId }, list),
    readThreadTotal(reading, reference, { forumId }, list),
    viewer !== null && isFavouriteForum(db, viewer, forumId),
  ]);
  const context = await createPresentContext(reading, reference, rows);
  const data: ForumPageWire = {
    id: forum.id,
    name: forum.name,
    name_en: forum.nameEn,
    rank: forum.rank,
    ranking: computeActivityRank(reference, forum),
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
    thread: rows.map((row) => toThreadSummaryWire(row, context)),
    type: reference.sections.find((section) => section.id === forum.sectionId) as SectionBriefWire,
    user_list: getModerators(reference, forumId),
  };
  return { data, total_count: total, total_limit: list.limit, total_offset: list.page };
}
