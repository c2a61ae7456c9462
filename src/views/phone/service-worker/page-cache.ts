import { type FetchEvent, worker } from './worker-scope.ts';

/*
 * Caches of the phone site. Logging out deletes `phone-pages` and `phone-pictures`, because they
 * show what a user has read (client/account/login.ts names them). They survive a new build; the
 * shell doesn't.
 */

declare const __FORUM_BUILD__: string;

const SHELL_CACHE = `phone-shell-${__FORUM_BUILD__}`;
const PAGE_CACHE = 'phone-pages';
const PICTURE_CACHE = 'phone-pictures';
const ASSET_CACHE = 'phone-assets';

/** The latest entries that each cache retains. */
const MAX_ENTRIES = { [PAGE_CACHE]: 60, [PICTURE_CACHE]: 50, [ASSET_CACHE]: 160 };

const LANGS = ['zh', 'en'];
const offlinePathOf = (lang: string) => `/phone/${lang}/offline`;
/** All pages except error pages. */
const CACHEABLE_PATH = /^\/phone\/(?:zh|en)(?!\/(?:error|offline)(?:\/|$))(?:\/|$)/;
/** Pages whose pictures of the forum are cached too; the other pages' pictures are personal. */
const PUBLIC_PATH = /^\/phone\/(?:zh|en)(?!\/(?:me|new|edit|search)(?:\/|$))(?:\/|$)/;

/** A page's cache key, without query parameters. */
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

/** Whether a response is a public page: private ones are never cached. */
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

/** Caches a page, or deletes it if it is no longer public. */
export async function cachePage(path: string, response: Response): Promise<void> {
  if (mayCache(path, response)) {
    const work = putLatest(PAGE_CACHE, path, response);
    pendingPuts.set(path, work);
    await work.finally(() => pendingPuts.delete(path));
  } else if (response.status >= 200 && response.status < 500)
    await (await caches.open(PAGE_CACHE)).delete(path, { ignoreVary: true });
}

/** The cached response of a page; an address without a language matches any language. */
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

/** Paths and bodies of the cached threads, latest first. */
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

/** Cache first: the files are immutable. */
export async function respondWithAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(putLatest(ASSET_CACHE, request, response.clone()));
  return response;
}

/** A picture of a post, cached if the page that shows it is. */
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

/** Styles and scripts that a public page names. */
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

/** Caches the files of the offline page. If it throws, the browser installs the worker later. */
export async function fillShellCache(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  for (const path of LANGS.map(offlinePathOf)) {
    const page = await fetchOk(path);
    await shell.put(path, page.clone());
    for (const one of assetsOf(await page.text()))
      if (!(await shell.match(one, { ignoreVary: true }))) await shell.put(one, await fetchOk(one));
  }
}

export const readOfflinePage = async (lang: string): Promise<Response | undefined> =>
  (await caches.open(SHELL_CACHE)).match(offlinePathOf(lang), { ignoreVary: true });

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
