import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { readFeed } from '#domain/feed/read.ts';
import { renderAtom } from '#views/feeds.ts';

export const GET: APIRoute = async ({
  params: { lang },
  locals: { db, site, brand, renderResult },
}) => {
  const feed = isLang(lang) ? await readFeed(db, 0, lang) : undefined;
  if (!isLang(lang) || !feed) return new Response(null, { status: 404 });
  renderResult.tags = [...feed.tags, ...BRAND_TAGS];
  return new Response(renderAtom({ lang, site, brand, ...feed.data }), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
};
