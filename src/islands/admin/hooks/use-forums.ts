import type { Lang } from '#i18n/dictionaries.ts';
import { pickLang, wireName } from '#i18n/localized.ts';
import type { Choice } from '../../components/form-fields.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { usePolledQuery } from './use-polled-query.ts';

/** Forums in their order, with their themes; empty while loading. */
export const useForums = () =>
  usePolledQuery('GET /v2/admin/forums').value?.sections.flatMap((section) => section.forums) ?? [];

export const forumName = (lang: Lang, row: { forum_name: string; forum_name_en: string }): string =>
  pickLang(lang, row.forum_name, row.forum_name_en);

/** Rows as choices by id. */
export const toNamedChoices = (
  lang: Lang,
  rows: readonly { id: number; name: string; name_en: string }[],
): Choice<number>[] => rows.map((row) => [row.id, wireName(lang, row)]);

/** Options of a table's filter by forum. */
export const useForumOptions = () => toNamedChoices(useTexts().lang, useForums());
