import type { Lang } from '#i18n/dictionaries.ts';
import { pickLang } from '#i18n/localized.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import type { SelectFilter } from '../table/TableToolbar.tsx';
import { usePolledQuery } from './use-polled-query.ts';

/** Forums in their order, with their themes; none while they are loading. */
export const useForums = () =>
  usePolledQuery('GET /v2/admin/forums').value?.sections.flatMap((section) => section.forums) ?? [];

export const forumName = (lang: Lang, row: { forum_name: string; forum_name_en: string }): string =>
  pickLang(lang, row.forum_name, row.forum_name_en);

/** A filter of a table: any forum, or one. */
export function useForumFilter(): SelectFilter {
  const { lang } = useTexts();
  const forums = useForums();
  return {
    name: 'forum_id',
    label: 'admin.anyForum',
    toOptions: () =>
      forums.map((forum) => [String(forum.id), pickLang(lang, forum.name, forum.name_en)]),
  };
}
