import type { CommunityWire } from '#contracts/wire/admin-forum.ts';
import type { Lang } from '#i18n/dictionaries.ts';
import { inLang } from '#i18n/named.ts';
import { useTexts } from '../../ui/text.ts';
import type { Choice } from '../table/Tools.tsx';
import { useLooked } from './looked.ts';

/** Forums in their order, with their themes; none while they are on their way. */
export const useForums = () =>
  useLooked<CommunityWire>('/v2/admin/forums').seen?.sections.flatMap(
    (section) => section.forums,
  ) ?? [];

export const forumName = (lang: Lang, row: { forum_name: string; forum_name_en: string }): string =>
  inLang(lang, row.forum_name, row.forum_name_en);

/** A filter of a table: any forum, or one. */
export function useForumChoice(): Choice {
  const { t, lang } = useTexts();
  const forums = useForums();
  return {
    name: 'forum_id',
    label: t('admin.anyForum'),
    options: forums.map(
      (forum) => [String(forum.id), inLang(lang, forum.name, forum.name_en)] as const,
    ),
  };
}
