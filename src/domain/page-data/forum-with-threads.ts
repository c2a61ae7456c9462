import { forumIconUrl } from '#contracts/default-pictures.ts';
import { AppError } from '#contracts/errors.ts';
import type { SectionBriefWire } from '#contracts/wire/forum.ts';
import type { ForumPageReplyWire, ForumPageWire } from '#contracts/wire/thread.ts';
import {
  type ApiListQuery,
  readThreadListPage,
  readThreadTotal,
} from '../content/thread/list-for-api.ts';
import { toThreadSummaryWire } from '../content/thread/present.ts';
import { getModerators } from '../forums/moderators.ts';
import { createPresentContext } from '../people/present-context.ts';
import { isFavouriteForum } from '../reading/favourite/read.ts';
import type { ForumRow } from '../reference/forum-wire.ts';
import { type ReferenceData, readReferenceData } from '../reference/reference-data.ts';
import type { ReadContext } from '../shared/read-context.ts';

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
