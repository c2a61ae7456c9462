import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $place, setQuery } from '#stores/admin/place.ts';

/** What a table shows: read from the address, else as it was left last time. */
export interface TableState {
  sort: string;
  q: string;
  offset: number;
  limit: number;
  /**
   * The ends of the stretches that lie before this one, where one pages further than rows are
   * counted: the place of the last row, and how many they were.
   */
  past: readonly { place: number; count: number }[];
  /** By their names. */
  choices: Record<string, string>;
}

export const LIMITS = [25, 50, 100] as const;

const keyOf = (name: string) => `admin.table.${name}`;

const PAST = /^(\d+)-(\d+)$/;
const readPast = (text: string): TableState['past'] =>
  text.split(',').flatMap((one) => {
    const [, place, count] = PAST.exec(one) ?? [];
    return place && count ? [{ place: Number(place), count: Number(count) }] : [];
  });

/** As the address has it; undefined at the beginning. */
export const writePast = (past: TableState['past']): string | undefined =>
  past.map(({ place, count }) => `${place}-${count}`).join(',') || undefined;

function recall(name: string): Record<string, string> {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(
          Object.entries(kept).filter(
            (pair): pair is [string, string] => typeof pair[1] === 'string',
          ),
        )
      : {};
  } catch {
    return {};
  }
}

function remember(name: string, state: Record<string, string | undefined>): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(state));
  } catch {
    // Storage is forbidden here: the address has it.
  }
}

/**
 * A table's state and how to change it. What is changed goes into the address; what isn't typed is
 * remembered for the next visit.
 */
export function useTableState(
  name: string,
  normal: string,
  choiceNames: readonly string[],
  typedNames: readonly string[] = [],
): [TableState, (changes: Readonly<Record<string, string | undefined>>) => void] {
  const { query } = useStore($place);
  const mine = ['sort', 'q', 'offset', 'limit', 'past', ...choiceNames, ...typedNames];
  const bare = !mine.some((one) => query.has(one));
  // An address that says nothing gets what was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the table comes
  useEffect(() => {
    if (!bare) return;
    const { offset: _, q: __, ...kept } = recall(name);
    if (Object.keys(kept).length > 0) setQuery(kept);
  }, [name]);
  const get = (one: string) => query.get(one) ?? '';
  const limit = LIMITS.find((one) => String(one) === get('limit')) ?? LIMITS[0];
  const state: TableState = {
    sort: get('sort') || normal,
    q: get('q'),
    offset: Math.max(0, Number.parseInt(get('offset'), 10) || 0),
    limit,
    past: readPast(get('past')),
    choices: Object.fromEntries([...choiceNames, ...typedNames].map((one) => [one, get(one)])),
  };
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    // Another order or filter begins at its first page.
    const next = {
      ...('offset' in changes ? {} : { offset: undefined, past: undefined }),
      ...changes,
    };
    setQuery(next);
    const now = new URLSearchParams(location.search);
    remember(
      name,
      Object.fromEntries(
        ['sort', 'limit', ...choiceNames].flatMap((one) =>
          now.get(one) ? [[one, now.get(one) as string]] : [],
        ),
      ),
    );
  };
  return [state, change];
}
