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
 * Service worker of the phone site: shows pages offline that were read before. astro.config.mjs
 * builds it as /phone-sw.js, one file without shared modules. Other requests pass unchanged,
 * especially /api, so that nobody seems logged out.
 */

/** Wait for the network if a cached page exists. */
const NETWORK_TIMEOUT_MS = 3_000;

async function fetchAndCache(event: FetchEvent, path: string): Promise<Response> {
  const response = await fetch(event.request);
  // storage is full: the page is shown anyway
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
