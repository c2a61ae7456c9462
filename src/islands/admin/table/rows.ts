import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#stores/api.ts';
import { Failure } from '#stores/failure.ts';
import type { TableState } from './state.ts';

export interface Page<Row> {
  rows: Row[];
  total: number;
  more?: boolean;
}

/** What a table's calls are asked with. */
export const queryOf = ({ sort, q, offset, limit, choices }: TableState) => ({ sort, q, ...choices, offset, limit });

interface Loaded<Row> {
  page: Page<Row> | undefined;
  failure: Failure | undefined;
  loading: boolean;
  again(): void;
}

/** The rows of a page from the server; while another page is on its way the former stays. */
export function useRows<Row>(path: string, state: TableState, version: unknown): Loaded<Row> {
  const [page, setPage] = useState<Page<Row>>();
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  const asked = useRef(0);
  const query = JSON.stringify(queryOf(state));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` and `version` ask for the same once more
  useEffect(() => {
    const number = ++asked.current;
    setLoading(true);
    call<Page<Row>>(path, { query: JSON.parse(query) as Record<string, string> })
      .then((found) => {
        if (number !== asked.current) return; // somebody has asked for another page meanwhile
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
  }, [path, query, turn, version]);
  return { page, failure, loading, again: useCallback(() => setTurn((one) => one + 1), []) };
}
