import { atom } from 'nanostores';

/** Ids of the selected targets; undefined outside of the selection mode. */
export const $selectedIds = atom<ReadonlySet<number> | undefined>(undefined);

export const endSelection = (): void => $selectedIds.set(undefined);

export function setSelected(ids: readonly number[], chosen: boolean): void {
  const now = new Set($selectedIds.get());
  for (const id of ids) {
    if (chosen) now.add(id);
    else now.delete(id);
  }
  $selectedIds.set(now);
}
