import type { APIRoute } from 'astro';
import { readSitemapChunks } from '#domain/page-data/feed.ts';
import { renderSitemapIndex } from '#views/feeds.ts';

export const GET: APIRoute = async ({ locals: { db, site, renderResult } }) => {
  renderResult.keepForSeconds = 3600;
  return new Response(renderSitemapIndex(site, await readSitemapChunks(db)), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
