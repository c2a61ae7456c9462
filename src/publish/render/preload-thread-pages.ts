import { parseId, parsePath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { readThreadPages } from '#domain/content/thread/read.ts';

/** Parses a thread's path; undefined for other paths. */
export function parseThreadPath(path: string): { threadId: number; page: number } | undefined {
  const [kind, id, page = '1', ...rest] = parsePath(path)?.rest ?? [];
  const threadId = parseId(id);
  return kind === 'post' && rest.length === 0 && threadId && /^[1-9]\d{0,6}$/.test(page)
    ? { threadId, page: Number(page) }
    : undefined;
}

/** Reads the data of many thread pages with the queries of one; nearly all pages are threads. */
export async function preloadThreadPages(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, unknown>> {
  const threads = paths.flatMap((path) => {
    const thread = parseThreadPath(path);
    return thread ? [{ path, ...thread }] : [];
  });
  if (threads.length < 2) return new Map();
  const loaded = await readThreadPages(db, threads);
  return new Map(threads.map(({ path }, index) => [path, loaded[index]]));
}
