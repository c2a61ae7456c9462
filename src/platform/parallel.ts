/** Runs `work` for each item, `limit` at a time. After a failure no further item begins. */
export async function forEachParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (running.size >= limit) await Promise.race(running);
    if (failures.length > 0) break;
    const one: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
