/**
 * Milliseconds between two looks whether a page is published. Their sum is how long a burst of
 * posts can delay a page.
 */
const PUBLISH_POLL_PAUSES_MS = [0, 200, 400, 800, 1_600, 3_000];

/**
 * The version of the published page at a path; `live` where the server renders it for each request,
 * undefined where there is none or the server can't be reached.
 */
export async function fetchPageVersion(path: string): Promise<string | undefined> {
  try {
    const reply = await fetch(path, { method: 'HEAD', cache: 'no-store' });
    return reply.ok ? (reply.headers.get('etag') ?? 'live') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves when a page is published in another version than `old`, so that authors find there what
 * they wrote; after some seconds in any case.
 */
export async function waitUntilPublished(path: string, old?: string): Promise<void> {
  for (const pause of PUBLISH_POLL_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const version = await fetchPageVersion(path);
    if (version === 'live' || (version !== undefined && version !== old)) return;
  }
}
