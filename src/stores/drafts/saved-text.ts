/*
 * What is typed into small fields, kept in this browser until it is sent. The names begin like
 * those of replies' drafts (draft.ts), which forgets all of them when they are old. They carry the
 * person because browsers are shared.
 */

const storageKeyOf = (userId: number, what: string): string => `draft:${userId}:${what}`;

/** What was kept; undefined when there is nothing, or storage is forbidden here. */
export function readSavedText<Kept extends object>(userId: number, what: string): Kept | undefined {
  try {
    return (
      (JSON.parse(localStorage.getItem(storageKeyOf(userId, what)) ?? 'null') as Kept | null) ??
      undefined
    );
  } catch {
    return undefined;
  }
}

/** Keeps it, or forgets what was kept when it is undefined. */
export function saveText(userId: number, what: string, kept: object | undefined): void {
  try {
    if (kept)
      localStorage.setItem(storageKeyOf(userId, what), JSON.stringify({ ...kept, at: Date.now() }));
    else localStorage.removeItem(storageKeyOf(userId, what));
  } catch {
    // Storage is forbidden here, or full: it lasts as long as the page.
  }
}
