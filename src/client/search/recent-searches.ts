import { atom } from 'nanostores';
import { $account } from '../account/account.ts';
import { readStored, writeStored } from '../core/stored-json.ts';

/* Recent searches are stored only in this browser, per user, because browsers are shared. */

const SEARCHES_KEY = 'searched';
const MAX_RECENT_SEARCHES = 8;

/** By user id; 0 is visitors. */
type SearchesByUser = Readonly<Record<string, readonly string[]>>;

/** The searcher's key; undefined until the account is known. */
function readOwner(): number | undefined {
  const account = $account.get();
  return account === undefined ? undefined : (account?.id ?? 0);
}

function readAll(): SearchesByUser {
  const stored = readStored<unknown>(SEARCHES_KEY);
  return stored && typeof stored === 'object' && !Array.isArray(stored)
    ? (stored as SearchesByUser)
    : {};
}

function readSearches(): readonly string[] {
  const own: unknown = readAll()[readOwner() ?? ''];
  return Array.isArray(own)
    ? own.filter((one): one is string => typeof one === 'string').slice(0, MAX_RECENT_SEARCHES)
    : [];
}

/** Latest first. */
export const $recentSearches = atom<readonly string[]>([]);

function saveSearches(searches: readonly string[]): void {
  $recentSearches.set(searches);
  const { [readOwner() ?? '']: _, ...others } = readAll();
  const all = searches.length > 0 ? { ...others, [readOwner() ?? '']: searches } : others;
  writeStored(SEARCHES_KEY, Object.keys(all).length > 0 ? all : undefined);
}

/** Searches made before the account was known. */
const early: string[] = [];

export function addRecentSearch(keyword: string): void {
  if (readOwner() === undefined) early.push(keyword);
  else
    saveSearches(
      [keyword, ...readSearches().filter((one) => one !== keyword)].slice(0, MAX_RECENT_SEARCHES),
    );
}
export const removeRecentSearch = (keyword: string): void =>
  saveSearches(readSearches().filter((one) => one !== keyword));
export const clearRecentSearches = (): void => saveSearches([]);

$account.subscribe(() => {
  $recentSearches.set(readSearches());
  for (const keyword of early.splice(0)) addRecentSearch(keyword);
});

// Another tab has searched.
addEventListener(
  'storage',
  ({ key }) => key === SEARCHES_KEY && $recentSearches.set(readSearches()),
);
