import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { readFeed } from '#domain/feed/read.ts';
import { atom } from '#views/feeds.ts';

export const prerender = false;

export const GET: APIRoute = async ({
  params: { lang },
  locals: { db, site, proxyTarget, made },
}) => {
  const feed = isLang(lang) ? await readFeed(db, 0, lang) : undefined;
  if (!isLang(lang) || !feed) return new Response(null, { status: 404 });
  made.tags = feed.tags;
  return new Response(atom({ lang, site, proxyTarget, ...feed.data }), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
};
