import { type FetchEvent, worker } from './worker-scope.ts';

/*
 * The caches of the phone. `phone-pages` and `phone-pictures` show what somebody has read: logging
 * out deletes them (client/account/login.ts has their names). They survive a new build; the
 * shell belongs to one build.
 */

declare const __FORUM_BUILD__: string;

const SHELL_CACHE = `phone-shell-${__FORUM_BUILD__}`;
const PAGE_CACHE = 'phone-pages';
const PICTURE_CACHE = 'phone-pictures';
const ASSET_CACHE = 'phone-assets';

/** The numbers of entries that are kept, the latest ones. */
const MAX_ENTRIES = { [PAGE_CACHE]: 60, [PICTURE_CACHE]: 50, [ASSET_CACHE]: 160 };

const LANGS = ['zh', 'en'];
const offlinePathOf = (lang: string) => `/phone/${lang}/offline`;
/** Pages that are saved: all but error pages. */
const CACHEABLE_PATH = /^\/phone\/(?:zh|en)(?!\/(?:error|offline)(?:\/|$))(?:\/|$)/;
/**
 * Pages of which the forum's pictures are saved too; what islands draw into the others is personal.
 */
const PUBLIC_PATH = /^\/phone\/(?:zh|en)(?!\/(?:me|new|edit|search)(?:\/|$))(?:\/|$)/;

/** The key of a page, without parameters of the request. */
export const pathOf = (url: string): string =>
  new URL(url, worker.location.href).pathname.replace(/(.)\/$/, '$1');

async function putLatest(
  name: keyof typeof MAX_ENTRIES,
  key: RequestInfo,
  response: Response,
): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(key, { ignoreVary: true }); // so that it becomes the latest
  await cache.put(key, response);
  const keys = await cache.keys();
  await Promise.all(
    keys
      .slice(0, Math.max(0, keys.length - MAX_ENTRIES[name]))
      .map((one) => cache.delete(one, { ignoreVary: true })),
  );
}

/** Pages that are being saved. */
const pendingPuts = new Map<string, Promise<void>>();

/** Whether a response is a public page; private ones are never saved. */
function mayCache(path: string, { status, type, redirected, headers }: Response): boolean {
  const isPage =
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    headers.get('content-type')?.startsWith('text/html');
  return (
    Boolean(isPage) &&
    CACHEABLE_PATH.test(path) &&
    !/private|no-store/.test(headers.get('cache-control') ?? '')
  );
}

/** Saves a page, or deletes it when the forum no longer shows it to everybody. */
export async function cachePage(path: string, response: Response): Promise<void> {
  if (mayCache(path, response)) {
    const work = putLatest(PAGE_CACHE, path, response);
    pendingPuts.set(path, work);
    await work.finally(() => pendingPuts.delete(path));
  } else if (response.status >= 200 && response.status < 500)
    await (await caches.open(PAGE_CACHE)).delete(path, { ignoreVary: true });
}

/** The saved response of a page; an address without a language matches that page in any. */
export async function findCachedPage(path: string): Promise<Response | undefined> {
  const cache = await caches.open(PAGE_CACHE);
  const paths = /^\/phone\/(zh|en)(\/|$)/.test(path)
    ? [path]
    : LANGS.map((lang) => path.replace('/phone', `/phone/${lang}`));
  for (const one of paths) {
    const cached = await cache.match(one, { ignoreVary: true });
    if (cached) return cached;
  }
  return undefined;
}

/** Paths and bodies of the threads that are kept, the latest first. */
export async function readCachedThreads(): Promise<{ path: string; html: string }[]> {
  const cache = await caches.open(PAGE_CACHE);
  const keys = (await cache.keys()).filter(({ url }) => /\/post\/\d+/.test(url)).reverse();
  return Promise.all(
    keys.map(async (key) => ({
      path: pathOf(key.url),
      html: (await (await cache.match(key, { ignoreVary: true }))?.text()) ?? '',
    })),
  );
}

/** Immutable files come from the cache. */
export async function respondWithAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(putLatest(ASSET_CACHE, request, response.clone()));
  return response;
}

/** A picture of a post; kept with the page that shows it, if that is. */
export async function respondWithPicture(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  const cached = await (await caches.open(PICTURE_CACHE)).match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  const keep = async (copy: Response) => {
    const page = pathOf((await worker.clients.get(clientId))?.url ?? '/');
    await pendingPuts.get(page);
    if (PUBLIC_PATH.test(page) && (await findCachedPage(page)))
      await putLatest(PICTURE_CACHE, request, copy);
  };
  if (response.status === 200 && response.type === 'basic') event.waitUntil(keep(response.clone()));
  return response;
}

/** Styles and scripts that a page names for everybody. */
const assetsOf = (html: string): string[] =>
  [
    ...html
      .split('</template>')
      .map((part) => part.split('<template', 1)[0])
      .join('')
      .matchAll(/(?:href|src)="(\/assets\/build\/[^"]+\.(?:css|js))"/g),
  ].map((match) => match[1] as string);

async function fetchOk(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/**
 * Caches the files that the offline page needs. Throws when they can't be loaded: the worker is
 * then installed later.
 */
export async function fillShellCache(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  for (const path of LANGS.map(offlinePathOf)) {
    const page = await fetchOk(path);
    await shell.put(path, page.clone());
    for (const one of assetsOf(await page.text()))
      if (!(await shell.match(one, { ignoreVary: true }))) await shell.put(one, await fetchOk(one));
  }
}

/** The page for what was never read, in a language. */
export const readOfflinePage = async (lang: string): Promise<Response | undefined> =>
  (await caches.open(SHELL_CACHE)).match(offlinePathOf(lang), { ignoreVary: true });

/** Deletes the caches of other builds. */
export async function deleteOldCaches(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) =>
      name.startsWith('phone-') &&
      ![SHELL_CACHE, PAGE_CACHE, PICTURE_CACHE, ASSET_CACHE].includes(name),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Saves the pages that were open before this worker was installed. */
export async function cacheOpenPages(): Promise<void> {
  for (const { url } of await worker.clients.matchAll({ type: 'window' })) {
    const path = pathOf(url);
    if (!CACHEABLE_PATH.test(path) || (await findCachedPage(path))) continue;
    const response = await fetch(path);
    const page = response.clone();
    await cachePage(path, response);
    for (const one of assetsOf(await page.text()))
      if (!(await caches.match(one, { ignoreVary: true })))
        await putLatest(ASSET_CACHE, one, await fetchOk(one));
  }
}
