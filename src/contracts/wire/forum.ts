import { z } from 'zod';
import { dataReply, int, namedObject, time } from './field-types.ts';

export const SectionBriefWire = namedObject('SectionBrief', {
  id: int,
  type: int,
  name: z.string(),
  name_en: z.string(),
  rank: int,
  created_at: time,
  updated_at: time,
  is_tj: int,
});
export type SectionBriefWire = z.infer<typeof SectionBriefWire>;

/** Shared by all replies with forums. */
export const forumFields = {
  id: int,
  name: z.string(),
  name_en: z.string(),
  rank: int,
  threads_cnt: int,
  posts_cnt: int,
  visit_cnt: int,
  favourite_cnt: int,
  today_posts_cnt: int,
  today_threads_cnt: int,
  today_visit_cnt: int,
  brief: z.string(),
  brief_en: z.string(),
  announcement: z.string(),
  icon: z.string(),
};

export const ForumBriefWire = namedObject('ForumBrief', {
  ...forumFields,
  accesson: z.string(),
  orderby: int,
  owner_uids: z.string(),
  digests_cnt: int,
  created_at: time,
  updated_at: time,
  type_id: int,
  is_recommend: int,
  type: SectionBriefWire,
  link_url: z.string(),
});
export type ForumBriefWire = z.infer<typeof ForumBriefWire>;

export const SectionWire = SectionBriefWire.omit({ is_tj: true })
  .extend({ forum: z.array(ForumBriefWire) })
  .meta({ id: 'Section' });
export type SectionWire = z.infer<typeof SectionWire>;

export const ThemeWire = namedObject('Theme', {
  id: int,
  forum_id: int,
  name: z.string(),
  name_en: z.string(),
  rank: int,
  template: z.string(),
  template_en: z.string(),
});
export type ThemeWire = z.infer<typeof ThemeWire>;

/** A kind of thread; `may_choose`: for the caller. */
export const ThemeChoiceWire = ThemeWire.extend({ may_choose: z.boolean() }).meta({
  id: 'ThemeChoice',
});
export type ThemeChoiceWire = z.infer<typeof ThemeChoiceWire>;

export const FavouriteForumsReplyWire = dataReply('FavouriteForumsReply', z.array(ForumBriefWire));
