import type { ADMIN_TABLES, AdminTable } from '#contracts/admin-tables.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { type Choice, toChoices } from '../form/form-fields.tsx';
import type { SelectFilter } from './TableToolbar.tsx';
import type { TypedFilter } from './use-table-state.ts';

type Tables = typeof ADMIN_TABLES;
type FilterOf<Table> = Table extends { filters: infer Filters } ? Filters[keyof Filters] : never;
type Filter = FilterOf<Tables[keyof Tables]>;
type ChoiceKey<One> = One extends {
  values: readonly (infer Value extends string)[];
  texts: infer Group extends string;
}
  ? `${Group}.${Value}`
  : never;
/* A key of ADMIN_TABLES that is in no dictionary is an error in one of these two. */
const toLabelKey = (label: string): TranslationKey => label as Filter['label'];
const toChoiceKey = (group: string, value: string): TranslationKey =>
  `${group}.${value}` as ChoiceKey<Filter>;

/** What filters offer that have no texts in ADMIN_TABLES. */
export type FilterOptions = Readonly<Record<string, readonly Choice<string>[]>>;

/** The controls of a table's filters. */
export function useFilters(filters: AdminTable['filters'] = {}, options: FilterOptions = {}) {
  const { t } = useTexts();
  const selectFilters: SelectFilter[] = [];
  const typedFilters: TypedFilter[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const control = { name, label: t(toLabelKey(filter.label)) };
    if ('values' in filter) {
      const { values, texts = '' } = filter;
      const named = () => toChoices(values, (value) => t(toChoiceKey(texts, value)));
      selectFilters.push({ ...control, options: options[name] ?? named() });
    } else if (filter.kind === 'id')
      selectFilters.push({ ...control, options: options[name] ?? [] });
    else typedFilters.push({ ...control, kind: filter.kind });
  }
  return { selectFilters, typedFilters };
}
