/** Pauses between checks for a published page; their sum limits the wait. */
const PUBLISH_POLL_PAUSES_MS = [0, 200, 400, 800, 1_600, 3_000];

/**
 * Content of the published page at a path; `live` if the server renders it per request, undefined
 * if missing or unreachable. The ETag names the compressed form, so it may change with the same
 * content.
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

/** Waits until the version differs from `old`, but only for some seconds. */
export async function waitUntilPublished(path: string, old?: string): Promise<void> {
  for (const pause of PUBLISH_POLL_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const version = await fetchPageVersion(path);
    if (version === 'live' || (version !== undefined && version !== old)) return;
  }
}
