/** Inserts rows in chunks, because a statement's parameters are limited. */
export async function insertInChunks<T>(
  rows: T[],
  insert: (chunk: T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += 400) await insert(rows.slice(from, from + 400));
}
