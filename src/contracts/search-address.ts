import { isLang, type Lang } from './language.ts';
import { parseId, parsePage, type Root, roomPath } from './paths.ts';

/*
 * What is searched for stands in the address, so that it can be gone back to and shared (R4, R31).
 */

export const SEARCH_ORDERS = ['relevance', 'reply', 'newest'] as const;
export type SearchSort = (typeof SEARCH_ORDERS)[number];

/** Characters of a keyword. */
export const KEYWORD_MAX = 100;

export interface SearchAddress {
  q: string;
  forum?: number | undefined;
  /** Who wrote the post that matches. */
  author?: number | undefined;
  /** Only threads written in this language. */
  language?: Lang | undefined;
  /** Days, as 2026-11-21, both included, in the reader's time zone. */
  from?: string | undefined;
  to?: string | undefined;
  sort: SearchSort;
  /** From 1. */
  page: number;
}

export const NOTHING_SOUGHT: SearchAddress = { q: '', sort: 'relevance', page: 1 };

const dayIn = (text: string | null): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
    ? (text as string)
    : undefined;

/** Reads the query of an address; what can't be meant is left out. */
export function parseSearch(query: string): SearchAddress {
  const given = new URLSearchParams(query);
  const language = given.get('language');
  return {
    q: (given.get('q') ?? '').trim().slice(0, KEYWORD_MAX),
    forum: parseId(given.get('forum') ?? ''),
    author: parseId(given.get('author') ?? ''),
    language: isLang(language) ? language : undefined,
    from: dayIn(given.get('from')),
    to: dayIn(given.get('to')),
    sort: SEARCH_ORDERS.find((one) => one === given.get('sort')) ?? 'relevance',
    page: parsePage(given.get('page') ?? undefined) ?? 1,
  };
}

/** The address of a search; what is as usual isn't said. */
export function searchPath(root: Root, { q, sort, page, ...filters }: SearchAddress): string {
  const asked = {
    q,
    ...filters,
    sort: sort === 'relevance' ? undefined : sort,
    page: page > 1 ? page : undefined,
  };
  return roomPath(
    root,
    'search',
    Object.fromEntries(
      Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''),
    ) as Record<string, string | number>,
  );
}
