import type { APIRoute } from 'astro';
import { ABOUT_PAGES } from '#contracts/about-pages.ts';
import { LANGS } from '#contracts/language.ts';
import { aboutPath, forumPath, forumsPath, homePath } from '#contracts/paths.ts';
import { readSitemapChunk } from '#domain/page-data/feed.ts';
import { readSections } from '#domain/page-data/forum-page.ts';
import { renderListSitemap, renderThreadSitemap } from '#views/feeds.ts';

const xml = (body: string) =>
  new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } });

export const GET: APIRoute = async ({
  params: { part = '' },
  locals: { db, site, timeZone, renderResult },
}) => {
  renderResult.keepForSeconds = 3600;
  if (part === 'lists') {
    const forums = (await readSections(db, timeZone)).flatMap((section) => section.forums);
    return xml(
      renderListSitemap(
        site,
        LANGS.flatMap((lang) => [
          homePath(lang),
          forumsPath(lang),
          ...forums.map((forum) => forumPath(lang, forum.id)),
          ...ABOUT_PAGES.map((page) => aboutPath(lang, page)),
        ]),
      ),
    );
  }
  if (!/^\d{1,5}$/.test(part)) return new Response(null, { status: 404 });
  const { data, tags } = await readSitemapChunk(db, Number(part));
  renderResult.tags = tags;
  return data.length > 0
    ? xml(renderThreadSitemap(site, data))
    : new Response(null, { status: 404 });
};
