import { useEffect, useState } from 'react';
import { withoutEmptyValues } from '#client/core/request.ts';
import type { ADMIN_TABLES, AdminTable } from '#contracts/admin-tables.ts';
import { MAX_PERSON_FILTER_CHARACTERS, MAX_TABLE_SEARCH_CHARACTERS } from '#contracts/limits.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { type Choice, toChoices } from '../../components/form-fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { isComposing } from '../../page/is-composing.ts';
import {
  PAGE_SIZES,
  type TableQuery,
  type TableState,
  type TypedFilter,
  toQuery,
} from './use-table-state.ts';

interface SelectFilter {
  name: string;
  label: string;
  options: readonly Choice<string | number>[];
  /** The options are rows of the database, which a separate call loads. */
  ofRows?: boolean;
}

type Tables = typeof ADMIN_TABLES;
type FilterOf<Table> = Table extends { filters: infer Filters } ? Filters[keyof Filters] : never;
type Filter = FilterOf<Tables[keyof Tables]>;
type ChoiceKey<One> = One extends {
  values: readonly (infer Value extends string)[];
  texts: infer Group extends string;
}
  ? `${Group}.${Value}`
  : never;
/* A key of ADMIN_TABLES that is in no dictionary is a type error in one of these two functions. */
const toLabelKey = (label: string): TranslationKey => label as Filter['label'];
const toChoiceKey = (group: string, value: string): TranslationKey =>
  `${group}.${value}` as ChoiceKey<Filter>;

/** Options of filters that have no texts in ADMIN_TABLES. */
export type FilterOptions = Readonly<Record<string, readonly Choice<string | number>[]>>;

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
      selectFilters.push({ ...control, ofRows: true, options: options[name] ?? [] });
    else typedFilters.push({ ...control, kind: filter.kind });
  }
  return { selectFilters, typedFilters };
}

interface Props {
  state: TableState;
  change(changes: Readonly<Record<string, string | undefined>>): void;
  path: string;
  search: string | undefined;
  choices: readonly SelectFilter[];
  query: TableQuery;
  csv: boolean;
}

/** Milliseconds without a keystroke before the search starts. */
const TYPING_PAUSE_MS = 250;

/** Applied on blur or Enter, because half a name matches nobody. */
function TypedFilterField({
  filter: { label, kind },
  value,
  onChange,
}: {
  filter: TypedFilter;
  value: string;
  onChange(value: string): void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = () => text.trim() !== value && onChange(text.trim());
  const day = kind !== 'text';
  return (
    <label className={day ? 'typed day' : 'typed'}>
      <span className={day ? 'meta' : 'vh'}>{label}</span>
      <input
        type={day ? 'date' : 'text'}
        {...(day ? {} : { placeholder: label, maxLength: MAX_PERSON_FILTER_CHARACTERS })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && apply()}
      />
    </label>
  );
}

export function TableToolbar({ state, change, path, search, choices, query, csv }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState(state.q);
  useEffect(() => setText(state.q), [state.q]);
  useEffect(() => {
    if (text === state.q) return undefined;
    const timer = setTimeout(() => change({ q: text || undefined }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const asked = new URLSearchParams(
    Object.entries(withoutEmptyValues(toQuery(state, query))).map(([name, value]) => [
      name,
      String(value),
    ]),
  );
  return (
    <div className="tools">
      {search && (
        <label>
          <span className="vh">{search}</span>
          <input
            type="text"
            inputMode="search"
            placeholder={search}
            value={text}
            maxLength={MAX_TABLE_SEARCH_CHARACTERS}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      {choices.map(({ name, label, options, ofRows }) => (
        <label key={name}>
          <span className="vh">{label}</span>
          <select
            className={ofRows ? 'of-rows' : undefined}
            value={state.filters[name]}
            onChange={(event) => change({ [name]: event.target.value || undefined })}
          >
            <option value="">{label}</option>
            {options.map(([value, one]) => (
              <option key={value} value={value}>
                {one}
              </option>
            ))}
          </select>
        </label>
      ))}
      {query.typedFilters.map((filter) => (
        <TypedFilterField
          key={filter.name}
          filter={filter}
          value={state.filters[filter.name] ?? ''}
          onChange={(value) => change({ [filter.name]: value || undefined })}
        />
      ))}
      <div className="output">
        <label>
          <span className="vh">{t('admin.table.limit')}</span>
          <select value={state.limit} onChange={(event) => change({ limit: event.target.value })}>
            {PAGE_SIZES.map((limit) => (
              <option key={limit} value={limit}>
                {t('admin.table.rows', { n: limit })}
              </option>
            ))}
          </select>
        </label>
        {csv && (
          <a className="btn" href={`/api${path}.csv?${asked}`} download>
            <Icon name="download" />
            {t('admin.table.csv')}
          </a>
        )}
      </div>
    </div>
  );
}
