import {
  asset,
  dropOthers,
  fillShell,
  findPage,
  keepOpen,
  keepPage,
  pathOf,
  picture,
} from './kept.ts';
import { type RequestEvent, worker } from './scope.ts';
import { showKept, showOffline } from './shown.ts';

/*
 * Runs beside the phone's pages and shows without a network what was read before. It is built as
 * /phone-sw.js, see astro.config.mjs, and imports nothing that pages or islands do: it has to be
 * one file. What it knows nothing of goes its way as ever: /api first of all, so that nobody is
 * taken for somebody who has logged out.
 */

/** Milliseconds that somebody waits for the network who could read what is kept. */
const PATIENCE = 3_000;

/** Asks the forum, and keeps the page that it sends. */
async function ask(event: RequestEvent, path: string): Promise<Response> {
  const response = await fetch(event.request);
  // there is no room left: it is read all the same
  event.waitUntil(keepPage(path, response.clone()).catch(() => {}));
  return response;
}

const late = (): Promise<undefined> => new Promise((resolve) => void setTimeout(resolve, PATIENCE));

async function navigate(event: RequestEvent): Promise<Response> {
  const path = pathOf(event.request.url);
  const asked = ask(event, path);
  event.waitUntil(asked.catch(() => {}));
  const kept = await findPage(path);
  try {
    const response = await (kept ? Promise.race([asked, late()]) : asked);
    if (response && (response.status < 500 || !kept)) return response;
  } catch {
    if (!kept) return showOffline(path);
  }
  return showKept(path, kept as Response);
}

/** A list's next page. */
async function turn(event: RequestEvent): Promise<Response> {
  const path = pathOf(event.request.url);
  return ask(event, path).catch(async () => (await findPage(path)) ?? Response.error());
}

worker.addEventListener('install', (event) =>
  event.waitUntil(fillShell().then(() => worker.skipWaiting())),
);

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    dropOthers()
      .then(() => worker.clients.claim())
      .then(() => keepOpen().catch(() => {})), // the network has gone already
  ),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(navigate(event));
  else if (/^\/assets\/(?:build|i18n)\//.test(pathname)) event.respondWith(asset(event));
  else if (pathname.startsWith('/uploads/') && request.destination === 'image')
    event.respondWith(picture(event));
  else if (/^\/phone\/(?:zh|en)(?:\/[^.]*)?$/.test(pathname)) event.respondWith(turn(event));
});
