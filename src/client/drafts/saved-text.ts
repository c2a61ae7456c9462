/*
 * The texts of small fields, stored in this browser until they are sent. Keys begin like those of
 * drafts (draft-records.ts), which deletes outdated ones, and hold the user, because browsers are
 * shared.
 */

/** The key of a text in this browser's storage. */
export const savedTextKey = (userId: number, what: string): string => `draft:${userId}:${what}`;

/** The stored text; undefined when there is none, or storage is forbidden. */
export function readSavedText<Kept extends object>(userId: number, what: string): Kept | undefined {
  try {
    return (
      (JSON.parse(localStorage.getItem(savedTextKey(userId, what)) ?? 'null') as Kept | null) ??
      undefined
    );
  } catch {
    return undefined;
  }
}

/** Stores a text, or deletes it when it is undefined. */
export function saveText(userId: number, what: string, kept: object | undefined): void {
  try {
    if (kept)
      localStorage.setItem(savedTextKey(userId, what), JSON.stringify({ ...kept, at: Date.now() }));
    else localStorage.removeItem(savedTextKey(userId, what));
  } catch {
    // Storage is forbidden here, or full: it lasts as long as the page.
  }
}
