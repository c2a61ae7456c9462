import { useCallback, useEffect, useRef, useState } from 'react';
import { callAddress } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import type { TableState } from './use-table-state.ts';

/** A filter with a text field: a text, or a day since or until. */
export interface TypedFilter {
  name: string;
  label: string;
  kind: 'text' | 'since' | 'until';
}

/** Parameters of a table beside its state. */
export interface TableQuery {
  typedFilters: readonly TypedFilter[];
  /** Fixed parameters. */
  fixedQuery: Readonly<Record<string, string>>;
}

/**
 * The beginning of a day in the reader's time zone; of the day after, for a filter that includes
 * the day.
 */
function dayBoundary(day: string, after: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** There are more rows than were counted. */
  more?: boolean;
  /** The position of the last row, behind which the next page starts. */
  past?: number;
}

/** The parameters of a table's call. */
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
    ...(stretches.length > 0 ? { past: stretches.at(-1)?.place as number } : {}),
  };
}

interface Rows<Row> {
  page: Page<Row> | undefined;
  failure: Failure | undefined;
  loading: boolean;
  reload(): void;
}

/**
 * The rows of a page from the server. While another page loads, the former stays. `path` is the
 * address of a table's call.
 */
export function useRows<Row>(
  path: string,
  state: TableState,
  tableQuery: TableQuery,
  version: unknown,
): Rows<Row> {
  const [page, setPage] = useState<Page<Row>>();
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef(0);
  const query = JSON.stringify(toQuery(state, tableQuery));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` and `version` ask again
  useEffect(() => {
    const number = ++asked.current;
    setLoading(true);
    callAddress<Page<Row>>('GET', path, { query: JSON.parse(query) as Record<string, string> })
      .then((found) => {
        if (number !== asked.current) return; // another page was requested meanwhile
        setPage(found);
        setFailure(undefined);
        setLoading(false);
      })
      .catch((error: unknown) => {
        if (number !== asked.current) return;
        if (!(error instanceof Failure)) throw error;
        setFailure(error);
        setLoading(false);
      });
  }, [path, query, attempt, version]);
  return { page, failure, loading, reload: useCallback(() => setAttempt((one) => one + 1), []) };
}
