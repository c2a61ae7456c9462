import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { parseId } from '#contracts/paths.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { readFeed } from '#domain/feed/read.ts';
import { renderRss } from '#views/feeds.ts';

export const GET: APIRoute = async ({ params, locals: { db, site, brand, renderResult } }) => {
  const { lang } = params;
  const id = parseId(params.id);
  const feed = isLang(lang) && id ? await readFeed(db, id, lang) : undefined;
  if (!isLang(lang) || !feed) return new Response(null, { status: 404 });
  renderResult.tags = [...feed.tags, ...BRAND_TAGS];
  return new Response(renderRss({ lang, site, brand, ...feed.data }), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};
