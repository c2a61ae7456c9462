import { type RequestEvent, worker } from './scope.ts';

/*
 * What is kept on the phone. `phone-pages` and `phone-pictures` tell what somebody has read:
 * logging out removes them (stores/read-pages.ts knows their names). They outlive a new build; the
 * shell is each build's own.
 */

declare const __FORUM_BUILD__: string;

const SHELL = `phone-shell-${__FORUM_BUILD__}`;
const PAGES = 'phone-pages';
const PICTURES = 'phone-pictures';
const ASSETS = 'phone-assets';

/** How many of them are kept, the latest. */
const MOST = { [PAGES]: 60, [PICTURES]: 50, [ASSETS]: 160 };

const LANGS = ['zh', 'en'];
const offlineOf = (lang: string) => `/phone/${lang}/offline`;
/** Pages that are worth keeping: all but those that say that something is wrong. */
const WORTH = /^\/phone\/(?:zh|en)(?!\/(?:error|offline)(?:\/|$))(?:\/|$)/;
/**
 * Those of which the forum's own pictures are kept too; what islands draw into the others is
 * somebody's own.
 */
const READ_BY_ALL = /^\/phone\/(?:zh|en)(?!\/(?:me|new|edit|search)(?:\/|$))(?:\/|$)/;

/** The name of a page, whatever it is asked for with. */
export const pathOf = (url: string): string =>
  new URL(url, worker.location.href).pathname.replace(/(.)\/$/, '$1');

async function put(name: keyof typeof MOST, key: RequestInfo, response: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(key, { ignoreVary: true }); // so that it becomes the latest
  await cache.put(key, response);
  const keys = await cache.keys();
  await Promise.all(
    keys
      .slice(0, Math.max(0, keys.length - MOST[name]))
      .map((one) => cache.delete(one, { ignoreVary: true })),
  );
}

/** Pages that are just being put away. */
const underway = new Map<string, Promise<void>>();

/** A page that everybody may see; never one that was made for whoever asked. */
function mayKeep(path: string, { status, type, redirected, headers }: Response): boolean {
  const isPage =
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    headers.get('content-type')?.startsWith('text/html');
  return (
    Boolean(isPage) &&
    WORTH.test(path) &&
    !/private|no-store/.test(headers.get('cache-control') ?? '')
  );
}

/** Keeps a page as it came, or forgets it when the forum no longer shows it to everybody. */
export async function keepPage(path: string, response: Response): Promise<void> {
  if (mayKeep(path, response)) {
    const work = put(PAGES, path, response);
    underway.set(path, work);
    await work.finally(() => underway.delete(path));
  } else if (response.status >= 200 && response.status < 500)
    await (await caches.open(PAGES)).delete(path, { ignoreVary: true });
}

/** What was kept of a page; an address without a language is that page in any. */
export async function findPage(path: string): Promise<Response | undefined> {
  const cache = await caches.open(PAGES);
  const paths = /^\/phone\/(zh|en)(\/|$)/.test(path)
    ? [path]
    : LANGS.map((lang) => path.replace('/phone', `/phone/${lang}`));
  for (const one of paths) {
    const kept = await cache.match(one, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}

/** Paths and bodies of the threads that are kept, the latest first. */
export async function readThreads(): Promise<{ path: string; html: string }[]> {
  const cache = await caches.open(PAGES);
  const keys = (await cache.keys()).filter(({ url }) => /\/post\/\d+/.test(url)).reverse();
  return Promise.all(
    keys.map(async (key) => ({
      path: pathOf(key.url),
      html: (await (await cache.match(key, { ignoreVary: true }))?.text()) ?? '',
    })),
  );
}

/** What never changes comes from here, if it was here before. */
export async function asset(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(put(ASSETS, request, response.clone()));
  return response;
}

/** A picture of a post; kept with the page that shows it, if that is. */
export async function picture(event: RequestEvent): Promise<Response> {
  const { request, clientId } = event;
  const kept = await (await caches.open(PICTURES)).match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  const keep = async (copy: Response) => {
    const page = pathOf((await worker.clients.get(clientId))?.url ?? '/');
    await underway.get(page);
    if (READ_BY_ALL.test(page) && (await findPage(page))) await put(PICTURES, request, copy);
  };
  if (response.status === 200 && response.type === 'basic') event.waitUntil(keep(response.clone()));
  return response;
}

/** Styles and scripts that a page names for everybody. */
const assetsOf = (html: string): string[] =>
  [
    ...html
      .replace(/<template\b.*?<\/template>/gs, '')
      .matchAll(/(?:href|src)="(\/assets\/build\/[^"]+\.(?:css|js))"/g),
  ].map((match) => match[1] as string);

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/**
 * Gets what has to be there when nothing else is. Throws when it can't be had: the worker is then
 * tried again later.
 */
export async function fillShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  for (const path of LANGS.map(offlineOf)) {
    const page = await fetched(path);
    await shell.put(path, page.clone());
    for (const one of assetsOf(await page.text()))
      if (!(await shell.match(one, { ignoreVary: true }))) await shell.put(one, await fetched(one));
  }
}

/** The page for what was never read, in a language. */
export const offlinePage = async (lang: string): Promise<Response | undefined> =>
  (await caches.open(SHELL)).match(offlineOf(lang), { ignoreVary: true });

/** Removes what other builds have left. */
export async function dropOthers(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith('phone-') && ![SHELL, PAGES, PICTURES, ASSETS].includes(name),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Keeps the pages that were open before this worker was. */
export async function keepOpen(): Promise<void> {
  for (const { url } of await worker.clients.matchAll({ type: 'window' })) {
    const path = pathOf(url);
    if (!WORTH.test(path) || (await findPage(path))) continue;
    const response = await fetch(path);
    const page = response.clone();
    await keepPage(path, response);
    for (const one of assetsOf(await page.text()))
      if (!(await caches.match(one, { ignoreVary: true })))
        await put(ASSETS, one, await fetched(one));
  }
}
