import { readCachedThreads, readOfflinePage } from './page-cache.ts';

/* Offline responses, with texts and styles of views/phone/Offline.tsx. */

const MAX_LISTED_THREADS = 20;

const langOf = (path: string): string =>
  /^\/phone\/(zh|en)(?:\/|$)/.exec(path)?.[1] ?? (/^zh\b/.test(navigator.language) ? 'zh' : 'en');
const templatePattern = (id: string) => new RegExp(`<template id="${id}">(.*?)</template>`, 's');

function htmlResponse(html: string, { headers: before }: Response): Response {
  const headers = new Headers(before);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { headers });
}

function formatTime(at: Date, lang: string): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    lang === 'zh' ? 'zh-CN' : 'en-GB',
    today ? time : { ...time, month: 'short', day: 'numeric' },
  ).format(at);
}

/** A cached page, marked with the time of caching. */
export async function cachedPageResponse(path: string, cached: Response): Promise<Response> {
  const html = await cached.text();
  const lang = /<html lang="en"/.test(html) ? 'en' : langOf(path);
  const texts = await (await readOfflinePage(lang))?.text();
  const mark = templatePattern('as-of').exec(texts ?? '')?.[1] ?? '';
  const at = new Date(cached.headers.get('date') ?? Date.now());
  return htmlResponse(
    html.replace(/<main\b[^<>]*>/, (main) => main + mark.replace('--:--', formatTime(at, lang))),
    cached,
  );
}

/** The offline page, with the cached threads. */
export async function offlineResponse(path: string): Promise<Response> {
  const page = await readOfflinePage(langOf(path));
  if (!page) return Response.error();
  const threads = new Map<string, string>();
  for (const { path: cachedPath, html } of await readCachedThreads()) {
    const title = /<meta property="og:title" content="([^"]*)"/
      .exec(html)?.[1]
      ?.replaceAll('<', '&lt;');
    const thread = cachedPath.replace(/(\/post\/\d+)\/\d+$/, '$1');
    if (title && !threads.has(thread))
      threads.set(thread, `<li><a href="${cachedPath}">${title}</a></li>`);
  }
  const items = [...threads.values()].slice(0, MAX_LISTED_THREADS).join('');
  const html = await page.clone().text();
  return htmlResponse(
    html.replace(templatePattern('read'), (_whole, list: string) =>
      items ? list.replace('<li></li>', () => items) : '',
    ),
    page,
  );
}
