import type { Lang } from '#i18n/dictionaries.ts';
import { pickLang } from '#i18n/localized.ts';
import type { Choice } from '../../components/form-fields.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { usePolledQuery } from './use-polled-query.ts';

/** Forums in their order, with their themes; empty while loading. */
export const useForums = () =>
  usePolledQuery('GET /v2/admin/forums').value?.sections.flatMap((section) => section.forums) ?? [];

export const forumName = (lang: Lang, row: { forum_name: string; forum_name_en: string }): string =>
  pickLang(lang, row.forum_name, row.forum_name_en);

/** Options of a table's filter by forum. */
export function useForumOptions(): Choice<string>[] {
  const { lang } = useTexts();
  return useForums().map((forum) => [String(forum.id), pickLang(lang, forum.name, forum.name_en)]);
}
