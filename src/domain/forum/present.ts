import { forumIconUrl } from '#contracts/default-pictures.ts';
import type {
  ForumBriefWire,
  SectionBriefWire,
  SectionWire,
  ThemeWire,
} from '#contracts/wire/forum.ts';

export interface SectionRow {
  id: number;
  name: string;
  nameEn: string;
  rank: number;
  recommended: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface ForumRow {
  id: number;
  sectionId: number;
  name: string;
  nameEn: string;
  brief: string;
  briefEn: string;
  announcement: string;
  announcementEn: string;
  icon: string;
  linkUrl: string;
  rank: number;
  recommended: boolean;
  access: string;
  /** Groups that may read it when its access is 'groups'. */
  readers: number[];
  threadsCnt: number;
  englishCnt: number;
  postsCnt: number;
  digestsCnt: number;
  favouritesCnt: number;
  visitsCnt: number;
  todayThreads: number;
  todayReplies: number;
  todayVisits: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ThemeRow {
  id: number;
  forumId: number;
  name: string;
  nameEn: string;
  rank: number;
  template: string;
  templateEn: string;
  threadsCnt: number;
}

/** Sections are all of one kind; deployed clients read the field. */
const SECTION_TYPE = 0;

export const toSectionBriefWire = (row: SectionRow): SectionBriefWire => ({
  id: row.id,
  type: SECTION_TYPE,
  name: row.name,
  name_en: row.nameEn,
  rank: row.rank,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  is_tj: row.recommended ? 1 : 0,
});

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

export const toThemeWire = (row: ThemeRow): ThemeWire => ({
  id: row.id,
  forum_id: row.forumId,
  name: row.name,
  name_en: row.nameEn,
  rank: row.rank,
  template: row.template,
  template_en: row.templateEn,
});
