import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { parseId } from '#contracts/paths.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { readFeed } from '#domain/page-data/feed.ts';
import type { SiteFeed } from '#views/feeds.ts';

/** The newest threads of the address's forum, or of all. */
export const feedRoute =
  (type: 'rss' | 'atom', render: (feed: SiteFeed) => string): APIRoute =>
  async ({ params, locals: { db, site, brand, renderResult } }) => {
    const { lang } = params;
    const forumId = params.id === undefined ? 0 : parseId(params.id);
    const feed =
      isLang(lang) && forumId !== undefined ? await readFeed(db, forumId, lang) : undefined;
    if (!isLang(lang) || !feed) return new Response(null, { status: 404 });
    renderResult.tags = [...feed.tags, ...BRAND_TAGS];
    return new Response(render({ lang, site, brand, ...feed.data }), {
      headers: { 'content-type': `application/${type}+xml; charset=utf-8` },
    });
  };
