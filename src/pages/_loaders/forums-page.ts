import type { AstroGlobal } from 'astro';
import type { ForumsPage } from '#contracts/page-model.ts';
import { type Area, forumsPath } from '#contracts/paths.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { readForumsPage } from '#domain/page-data/forum-page.ts';
import { emptyResponse, type PageResult, pageProps, siteRootOf } from './page-props.ts';

export async function loadForumsPage(
  astro: AstroGlobal,
  area: Area,
): Promise<PageResult<ForumsPage>> {
  const { db, timeZone, renderResult } = astro.locals;
  const siteRoot = siteRootOf(astro, area);
  if (!siteRoot) return emptyResponse(404);
  const { data, tags } = await readForumsPage(db, timeZone);
  renderResult.tags = [...tags, ...BRAND_TAGS];
  return { ...pageProps(astro, siteRoot, forumsPath(siteRoot.root)), page: data };
}
