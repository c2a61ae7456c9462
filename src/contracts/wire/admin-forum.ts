import { z } from 'zod';
import {
  ACCESSES,
  MAX_FORUM_TEXTS,
  MAX_THEME_NAME_CHARACTERS,
  SLUG_PATTERN,
} from '../admin-choices.ts';
import { isLink } from '../link-rules.ts';
import { INT_MAX, int, namedObject } from './field-types.ts';

/* Sections, forums and kinds of thread (R22) in the admin area. */

const id = z.int().min(1).max(2_147_483_647);
const name = z.string().trim().min(1).max(MAX_FORUM_TEXTS.name);
const text = (max: number) => z.string().trim().max(max).default('');
/** Of the edited row; see `conflict`. */
const version = z.int().min(1).max(INT_MAX);

export const SectionFieldsWire = namedObject('SectionFields', {
  name,
  name_en: name,
  recommended: z.boolean().default(false),
});
export type SectionFieldsWire = z.infer<typeof SectionFieldsWire>;

export const ForumFieldsWire = namedObject('ForumFields', {
  section_id: id,
  slug: z.string().trim().regex(SLUG_PATTERN),
  name,
  name_en: name,
  brief: text(MAX_FORUM_TEXTS.brief),
  brief_en: text(MAX_FORUM_TEXTS.brief),
  announcement: text(MAX_FORUM_TEXTS.announcement),
  announcement_en: text(MAX_FORUM_TEXTS.announcement),
  /** An icon's name, or an uploaded picture's address. */
  icon: z
    .string()
    .max(200)
    .regex(/^(?:[a-z]{0,20}|\/uploads\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp)$/)
    .default(''),
  link_url: text(500).refine((link) => link === '' || isLink(link), 'not a link'),
  recommended: z.boolean().default(false),
  access: z.enum(ACCESSES).default('public'),
  groups: z.array(id).max(100).default([]),
});
export type ForumFieldsWire = z.infer<typeof ForumFieldsWire>;

export const ThemeFieldsWire = namedObject('ThemeFields', {
  name: z.string().trim().min(1).max(MAX_THEME_NAME_CHARACTERS),
  name_en: name,
  template: text(MAX_FORUM_TEXTS.template),
  template_en: text(MAX_FORUM_TEXTS.template),
  moderators_only: z.boolean().default(false),
});
export type ThemeFieldsWire = z.infer<typeof ThemeFieldsWire>;

export const EditSectionWire = SectionFieldsWire.extend({ version });
export const EditForumWire = ForumFieldsWire.extend({ version });
export const EditThemeWire = ThemeFieldsWire.extend({ version });
export const ForumOrderWire = namedObject('Arrangement', {
  sections: z.array(z.object({ id, forums: z.array(id).max(500) })).max(200),
});
export const RowIdsWire = z.object({ ids: z.array(id).max(200) });

export const AdminThemeWire = ThemeFieldsWire.extend({ id: int, threads: int, version: int }).meta({
  id: 'AdminTheme',
});
export type AdminThemeWire = z.infer<typeof AdminThemeWire>;
const PersonWire = z.object({ id: int, nickname: z.string(), avatar: z.string() });
export const AdminForumWire = namedObject('AdminForum', {
  ...ForumFieldsWire.shape,
  id: int,
  version: int,
  threads: int,
  posts: int,
  themes: z.array(AdminThemeWire),
  moderators: z.array(PersonWire),
});
export type AdminForumWire = z.infer<typeof AdminForumWire>;
export const AdminSectionWire = namedObject('AdminSection', {
  ...SectionFieldsWire.shape,
  id: int,
  version: int,
  forums: z.array(AdminForumWire),
});
export type AdminSectionWire = z.infer<typeof AdminSectionWire>;
export const ForumTreeWire = namedObject('AdminCommunity', {
  sections: z.array(AdminSectionWire),
  groups: z.array(z.object({ id: int, name: z.string(), name_en: z.string() })),
});
export type ForumTreeWire = z.infer<typeof ForumTreeWire>;

export const SavedRowWire = z
  .object({ id: int, version: int, pages: int })
  .meta({ id: 'Changed', description: '`pages`: the number of published pages to re-render' });
export type SavedRowWire = z.infer<typeof SavedRowWire>;
