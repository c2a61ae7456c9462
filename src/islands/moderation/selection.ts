import { atom } from 'nanostores';

/** What is chosen, by number, while several are chosen at once; undefined otherwise. */
export const $selected = atom<ReadonlySet<number> | undefined>(undefined);

export const endChoosing = (): void => $selected.set(undefined);

export function choose(ids: readonly number[], chosen: boolean): void {
  const now = new Set($selected.get());
  for (const id of ids) {
    if (chosen) now.add(id);
    else now.delete(id);
  }
  $selected.set(now);
}
