import { atom } from 'nanostores';
import { readStored, writeStored } from '../core/stored-json.ts';

/*
 * Recent searches, which stay in this browser: no call sends them.
 */

const SEARCHES_KEY = 'searched';
const MAX_RECENT_SEARCHES = 8;

function readSearches(): readonly string[] {
  const stored = readStored<unknown>(SEARCHES_KEY);
  return Array.isArray(stored)
    ? stored.filter((one): one is string => typeof one === 'string').slice(0, MAX_RECENT_SEARCHES)
    : [];
}

/** The latest first. */
export const $recentSearches = atom<readonly string[]>(readSearches());

function saveSearches(searches: readonly string[]): void {
  $recentSearches.set(searches);
  writeStored(SEARCHES_KEY, searches.length > 0 ? searches : undefined);
}

// Another tab has searched.
addEventListener(
  'storage',
  ({ key }) => key === SEARCHES_KEY && $recentSearches.set(readSearches()),
);

export const addRecentSearch = (keyword: string): void =>
  saveSearches(
    [keyword, ...readSearches().filter((one) => one !== keyword)].slice(0, MAX_RECENT_SEARCHES),
  );
export const removeRecentSearch = (keyword: string): void =>
  saveSearches(readSearches().filter((one) => one !== keyword));
export const clearRecentSearches = (): void => saveSearches([]);
