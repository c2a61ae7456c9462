import { isLang, type Lang } from './language.ts';
import { clientPagePath, parseId, parsePage, type Root } from './paths.ts';

/* The address contains the search, so that Back and sharing work (R4, R31). */

export const SEARCH_SORTS = ['relevance', 'reply', 'newest'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

export const MAX_KEYWORD_CHARACTERS = 100;

export interface SearchAddress {
  q: string;
  forum?: number | undefined;
  /** Author of the matching post. */
  author?: number | undefined;
  /** Only threads written in this language. */
  language?: Lang | undefined;
  /** Days, as 2026-11-21, inclusive, in the reader's time zone. */
  from?: string | undefined;
  to?: string | undefined;
  sort: SearchSort;
  /** Also threads that match only a common word of several. */
  all?: true | undefined;
  /** From 1. */
  page: number;
}

export const EMPTY_SEARCH: SearchAddress = { q: '', sort: 'relevance', page: 1 };

const parseDay = (text: string | null): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
    ? (text as string)
    : undefined;

/** Ignores invalid parameters. */
export function parseSearchAddress(query: string): SearchAddress {
  const params = new URLSearchParams(query);
  const language = params.get('language');
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_KEYWORD_CHARACTERS),
    forum: parseId(params.get('forum') ?? ''),
    author: parseId(params.get('author') ?? ''),
    language: isLang(language) ? language : undefined,
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
    sort: SEARCH_SORTS.find((sort) => sort === params.get('sort')) ?? 'relevance',
    all: params.get('all') === '1' || undefined,
    page: parsePage(params.get('page') ?? undefined) ?? 1,
  };
}

/** Omits defaults. */
export function searchPath(root: Root, { q, sort, all, page, ...filters }: SearchAddress): string {
  const query = {
    q,
    ...filters,
    sort: sort === 'relevance' ? undefined : sort,
    all: all && 1,
    page: page > 1 ? page : undefined,
  };
  return clientPagePath(
    root,
    'search',
    Object.fromEntries(
      Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
    ) as Record<string, string | number>,
  );
}
