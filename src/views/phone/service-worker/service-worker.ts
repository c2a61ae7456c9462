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
 * Runs beside the phone's pages and shows without a network what was read before. It is built as
 * /phone-sw.js, see astro.config.mjs, and imports nothing that pages or islands do: it has to be
 * one file. What it knows nothing of goes its way as ever: /api first of all, so that nobody is
 * taken for somebody who has logged out.
 */

/** Milliseconds that somebody waits for the network who could read what is kept. */
const NETWORK_TIMEOUT_MS = 3_000;

/** Asks the forum, and keeps the page that it sends. */
async function fetchAndCache(event: FetchEvent, path: string): Promise<Response> {
  const response = await fetch(event.request);
  // there is no room left: it is read all the same
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
      .then(() => cacheOpenPages().catch(() => {})), // the network has gone already
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
