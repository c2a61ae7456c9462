import { atom } from 'nanostores';

/*
 * What was searched for lately. It stands in this browser alone: no call carries it, no other
 * device has it.
 */

const KEY = 'searched';
const MOST = 8;

function recall(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((one): one is string => typeof one === 'string').slice(0, MOST)
      : [];
  } catch {
    return []; // storage is forbidden here, or something else wrote into it
  }
}

/** The latest first. */
export const $searched = atom<readonly string[]>(recall());

function keep(searches: readonly string[]): void {
  $searched.set(searches);
  try {
    if (searches.length > 0) localStorage.setItem(KEY, JSON.stringify(searches));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here: the list lasts as long as the page.
  }
}

// Another tab has searched.
addEventListener('storage', ({ key }) => key === KEY && $searched.set(recall()));

export const noteSearch = (keyword: string): void =>
  keep([keyword, ...recall().filter((one) => one !== keyword)].slice(0, MOST));
export const forgetSearch = (keyword: string): void =>
  keep(recall().filter((one) => one !== keyword));
export const forgetSearches = (): void => keep([]);
