/** Users who are notified of one post or comment because it mentions them. */
export const MAX_MENTIONS = 20;

/**
 * Whom a reply concerns, each once: who is quoted, then who is mentioned, then who began the
 * thread. Never the author.
 */
export function getUsersToNotify(
  author: number,
  { quoteAuthor, threadAuthor }: { quoteAuthor: number | null; threadAuthor: number },
  mentions: readonly number[],
): { ids: number[]; categories: number[]; kinds: string[] } {
  const notifications = new Map<number, { category: number; kind: string }>();
  const add = (id: number | null, category: number, kind: string) => {
    if (id !== null && id !== author && !notifications.has(id))
      notifications.set(id, { category, kind });
  };
  add(quoteAuthor, 2, 'quote');
  for (const id of mentions.slice(0, MAX_MENTIONS)) add(id, 6, 'mention');
  add(threadAuthor, 1, 'reply');
  return {
    ids: [...notifications.keys()],
    categories: [...notifications.values()].map((one) => one.category),
    kinds: [...notifications.values()].map((one) => one.kind),
  };
}
