import { z } from 'zod';
import { dataReply, int, time } from './field-types.ts';

export const SectionBriefWire = z
  .object({
    id: int,
    type: int,
    name: z.string(),
    name_en: z.string(),
    rank: int,
    created_at: time,
    updated_at: time,
    is_tj: int,
  })
  .meta({ id: 'SectionBrief' });
export type SectionBriefWire = z.infer<typeof SectionBriefWire>;

export const ForumBriefWire = z
  .object({
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
    accesson: z.string(),
    orderby: int,
    owner_uids: z.string(),
    digests_cnt: int,
    icon: z.string(),
    created_at: time,
    updated_at: time,
    type_id: int,
    is_recommend: int,
    type: SectionBriefWire,
    link_url: z.string(),
  })
  .meta({ id: 'ForumBrief' });
export type ForumBriefWire = z.infer<typeof ForumBriefWire>;

export const SectionWire = z
  .object({
    id: int,
    type: int,
    name: z.string(),
    name_en: z.string(),
    rank: int,
    created_at: time,
    updated_at: time,
    forum: z.array(ForumBriefWire),
  })
  .meta({ id: 'Section' });
export type SectionWire = z.infer<typeof SectionWire>;

export const ThemeWire = z
  .object({
    id: int,
    forum_id: int,
    name: z.string(),
    name_en: z.string(),
    rank: int,
    template: z.string(),
    template_en: z.string(),
  })
  .meta({ id: 'Theme' });
export type ThemeWire = z.infer<typeof ThemeWire>;

export const FavouriteForumsReplyWire = dataReply('FavouriteForumsReply', z.array(ForumBriefWire));
export type FavouriteForumsReplyWire = z.infer<typeof FavouriteForumsReplyWire>;
