import { cachedPageResponse, offlineResponse } from './offline-responses.ts';
import {
  cacheOpenPages,
  cachePage,
  deleteOldCaches,
  fillShellCache,
  findCachedPage,
  pathOf,
  respondWithAsset,
  respondWithPicture,
} from './page-cache.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

/*
 * The service worker of the phone's site: it shows pages without a network that were read before.
 * It is built as /phone-sw.js, see astro.config.mjs, as one file, and shares no module with pages
 * or islands. Requests that it doesn't know pass unchanged: /api above all, so that nobody seems
 * logged out.
 */

/** Milliseconds to wait for the network when a saved page exists. */
const NETWORK_TIMEOUT_MS = 3_000;

/** Fetches a page, and saves it. */
async function fetchAndCache(event: FetchEvent, path: string): Promise<Response> {
  const response = await fetch(event.request);
  // there is no space left: the page is shown all the same
  event.waitUntil(cachePage(path, response.clone()).catch(() => {}));
  return response;
}

const afterTimeout = (): Promise<undefined> =>
  new Promise((resolve) => void setTimeout(resolve, NETWORK_TIMEOUT_MS));

async function respondToNavigation(event: FetchEvent): Promise<Response> {
  const path = pathOf(event.request.url);
  const pending = fetchAndCache(event, path);
  event.waitUntil(pending.catch(() => {}));
  const cached = await findCachedPage(path);
  try {
    const response = await (cached ? Promise.race([pending, afterTimeout()]) : pending);
    if (response && (response.status < 500 || !cached)) return response;
  } catch {
    if (!cached) return offlineResponse(path);
  }
  return cachedPageResponse(path, cached as Response);
}

/** A list's next page. */
async function respondToNextPage(event: FetchEvent): Promise<Response> {
  const path = pathOf(event.request.url);
  return fetchAndCache(event, path).catch(
    async () => (await findCachedPage(path)) ?? Response.error(),
  );
}

worker.addEventListener('install', (event) =>
  event.waitUntil(fillShellCache().then(() => worker.skipWaiting())),
);

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    deleteOldCaches()
      .then(() => worker.clients.claim())
      .then(() => cacheOpenPages().catch(() => {})), // the network is down already
  ),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(event));
  else if (/^\/assets\/(?:build|i18n)\//.test(pathname)) event.respondWith(respondWithAsset(event));
  else if (pathname.startsWith('/uploads/') && request.destination === 'image')
    event.respondWith(respondWithPicture(event));
  else if (/^\/phone\/(?:zh|en)(?:\/[^.]*)?$/.test(pathname))
    event.respondWith(respondToNextPage(event));
});
