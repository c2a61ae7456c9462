import { forumIconUrl } from '#contracts/default-pictures.ts';
import type { ForumBriefWire, SectionBriefWire, SectionWire } from '#contracts/wire/forum.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';

export const FORUM_COLUMNS = pickColumns(
  schema.forum,
  `
  id sectionId name nameEn brief briefEn announcement announcementEn icon linkUrl rank recommended
  access threadsCnt englishCnt postsCnt digestsCnt favouritesCnt visitsCnt createdAt updatedAt
  `,
);
export interface ForumRow extends RowOf<typeof FORUM_COLUMNS> {
  /** Groups that may read it if its access is 'groups'. */
  readers: number[];
  todayThreads: number;
  todayReplies: number;
  todayVisits: number;
}

export const toForumBriefWire = (
  row: ForumRow,
  section: SectionBriefWire,
  moderatorIds: readonly number[],
): ForumBriefWire => ({
  id: row.id,
  name: row.name,
  name_en: row.nameEn,
  rank: row.rank,
  threads_cnt: row.threadsCnt,
  posts_cnt: row.postsCnt,
  visit_cnt: row.visitsCnt,
  favourite_cnt: row.favouritesCnt,
  today_posts_cnt: row.todayReplies,
  today_threads_cnt: row.todayThreads,
  today_visit_cnt: row.todayVisits,
  brief: row.brief,
  brief_en: row.briefEn,
  announcement: row.announcement,
  accesson: row.access,
  orderby: row.rank,
  owner_uids: moderatorIds.join(','),
  digests_cnt: row.digestsCnt,
  icon: forumIconUrl(row.icon),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  type_id: row.sectionId,
  is_recommend: row.recommended ? 1 : 0,
  type: section,
  link_url: row.linkUrl,
});

export function toSectionWire(
  { is_tj: _, ...section }: SectionBriefWire,
  forums: ForumBriefWire[],
): SectionWire {
  return { ...section, forum: forums };
}
