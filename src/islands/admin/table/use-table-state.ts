import { useStore } from '@nanostores/react';
import { useEffect, useReducer } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { readStored, writeStored } from '#client/core/stored-json.ts';

/** The state of a table: from the address, else from the last visit. */
export interface TableState {
  sort: string;
  q: string;
  offset: number;
  limit: number;
  /**
   * For rows that are paged beyond the counted ones: the previous stretches, each with the position
   * of its last row and the number of rows.
   */
  stretches: readonly { position: number; count: number }[];
  filters: Record<string, string>;
}

export const PAGE_SIZES = [25, 50, 100] as const;

/** The `version` of a table, and a function that raises it, which reloads the rows. */
export const useVersion = () => useReducer((version: number) => version + 1, 0);

const storageKey = (name: string) => `admin.table.${name}`;

const STRETCH_PATTERN = /^(\d+)-(\d+)$/;
const parseStretches = (text: string): TableState['stretches'] =>
  text.split(',').flatMap((one) => {
    const [, position, count] = STRETCH_PATTERN.exec(one) ?? [];
    return position && count ? [{ position: Number(position), count: Number(count) }] : [];
  });

/** The format of the address; undefined at the beginning. */
const formatStretches = (past: TableState['stretches']): string | undefined =>
  past.map(({ position, count }) => `${position}-${count}`).join(',') || undefined;

/** Strings only: other code may have written under this key. */
const readStoredState = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readStored<object>(storageKey(name)) ?? {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );

/**
 * The state of a table, from the address, and its setter. Choices are stored for the next visit.
 */
export function useTableState(
  name: string,
  normal: string,
  choiceNames: readonly string[],
  typedNames: readonly string[] = [],
): [TableState, (changes: Readonly<Record<string, string | undefined>>) => void] {
  const { query } = useStore($adminLocation);
  const ownParameters = ['sort', 'q', 'offset', 'limit', 'past', ...choiceNames, ...typedNames];
  const isBareAddress = !ownParameters.some((parameter) => query.has(parameter));
  // An address without a query gets the stored state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the table comes
  useEffect(() => {
    if (!isBareAddress) return;
    const { offset: _, q: __, ...remembered } = readStoredState(name);
    if (Object.keys(remembered).length > 0) setAdminQuery(remembered);
  }, [name]);
  const get = (one: string) => query.get(one) ?? '';
  const limit = PAGE_SIZES.find((size) => String(size) === get('limit')) ?? PAGE_SIZES[0];
  const state: TableState = {
    sort: get('sort') || normal,
    q: get('q'),
    offset: Math.max(0, Number.parseInt(get('offset'), 10) || 0),
    limit,
    stretches: parseStretches(get('past')),
    filters: Object.fromEntries([...choiceNames, ...typedNames].map((one) => [one, get(one)])),
  };
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    // Another order or filter returns to the first page.
    const next = {
      ...('offset' in changes ? {} : { offset: undefined, past: undefined }),
      ...changes,
    };
    setAdminQuery(next);
    const now = new URLSearchParams(location.search);
    writeStored(
      storageKey(name),
      Object.fromEntries(
        ['sort', 'limit', ...choiceNames].flatMap((one) =>
          now.get(one) ? [[one, now.get(one) as string]] : [],
        ),
      ),
    );
  };
  return [state, change];
}

/** A filter with a text field: a text, or a day since or until. */
export interface TypedFilter {
  name: string;
  label: string;
  kind: 'text' | 'since' | 'until';
}

/** Parameters of a table in addition to its state. */
export interface TableQuery {
  typedFilters: readonly TypedFilter[];
  fixedQuery: Readonly<Record<string, string>>;
}

/** The start of a day in the reader's time zone; of the next day if the filter includes the day. */
function dayBoundary(day: string, after: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}

export function toQuery(
  { sort, q, offset, limit, stretches, filters }: TableState,
  { typedFilters, fixedQuery }: TableQuery,
): Record<string, string | number> {
  const days = typedFilters
    .filter(({ name, kind }) => kind !== 'text' && /^\d{4}-\d\d-\d\d$/.test(filters[name] ?? ''))
    .map(({ name, kind }) => [
      name,
      dayBoundary(filters[name] as string, kind === 'until' ? 1 : 0),
    ]);
  return {
    sort,
    q,
    ...filters,
    ...Object.fromEntries(days),
    ...fixedQuery,
    offset,
    limit,
    ...(stretches.length > 0 ? { past: stretches.at(-1)?.position as number } : {}),
  };
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** There are more rows than were counted. */
  more?: boolean;
  /** The position of the last row, after which the next page starts. */
  past?: number;
}

/** Targets of the pager's buttons; undefined where there is no page. */
export function pagerTargets(
  { offset, limit, stretches }: TableState,
  { rows, total, more = false, past: position }: Page<unknown>,
): Record<'back' | 'on', Record<string, string | undefined> | undefined> {
  const last = offset + rows.length;
  const lastStretch = stretches.at(-1);
  const to = (row: number) => ({ offset: row > 0 ? String(row) : undefined });
  const nextStretch =
    more && last >= total && position !== undefined
      ? { ...to(0), past: formatStretches([...stretches, { position, count: last }]) }
      : undefined;
  return {
    back:
      offset > 0
        ? to(offset - limit)
        : lastStretch && {
            ...to(lastStretch.count - limit),
            past: formatStretches(stretches.slice(0, -1)),
          },
    on:
      nextStretch ??
      (last < total || (more && rows.length === limit) ? to(offset + limit) : undefined),
  };
}
