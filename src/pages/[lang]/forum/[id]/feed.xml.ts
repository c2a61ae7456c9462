import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { parseId } from '#contracts/paths.ts';
import { readFeed } from '#domain/feed/read.ts';
import { rss } from '#views/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params, locals: { db, site, proxyTarget, made } }) => {
  const { lang } = params;
  const id = parseId(params.id);
  const feed = isLang(lang) && id ? await readFeed(db, id, lang) : undefined;
  if (!isLang(lang) || !feed) return new Response(null, { status: 404 });
  made.tags = feed.tags;
  return new Response(rss({ lang, site, proxyTarget, ...feed.data }), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};
