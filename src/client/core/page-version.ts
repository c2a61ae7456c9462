/**
 * Milliseconds between two looks whether a page is published. Their sum is how long a burst of
 * posts can delay a page.
 */
const PUBLISH_POLL_PAUSES_MS = [0, 200, 400, 800, 1_600, 3_000];

/**
 * The content of the published page at a path; `live` where the server renders it for each request,
 * undefined where there is none or the server can't be reached. Its ETag alone wouldn't say whether
 * it is another page: it names the compressed form, which is made smaller a moment later. What is
 * unchanged isn't sent again, nor what is navigated to next.
 */
export async function fetchPageVersion(path: string): Promise<string | undefined> {
  try {
    const reply = await fetch(path, { cache: 'no-cache' });
    if (!reply.ok) return undefined;
    return reply.headers.has('etag') ? await reply.text() : 'live';
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
