import { atom } from 'nanostores';

/*
 * Recent searches, which stay in this browser: no call sends them.
 */

const SEARCHES_KEY = 'searched';
const MAX_RECENT_SEARCHES = 8;

function readSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEARCHES_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((one): one is string => typeof one === 'string').slice(0, MAX_RECENT_SEARCHES)
      : [];
  } catch {
    return []; // storage is forbidden here, or something else wrote into it
  }
}

/** The latest first. */
export const $recentSearches = atom<readonly string[]>(readSearches());

function saveSearches(searches: readonly string[]): void {
  $recentSearches.set(searches);
  try {
    if (searches.length > 0) localStorage.setItem(SEARCHES_KEY, JSON.stringify(searches));
    else localStorage.removeItem(SEARCHES_KEY);
  } catch {
    // Storage is forbidden here: the list lasts as long as the page.
  }
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
