import type { AstroGlobal } from 'astro';
import type { HomePage } from '#contracts/page-model.ts';
import { type Area, homePath, parseListAddress } from '#contracts/paths.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { isInvalidatedByWrites } from '#domain/content/thread/list-for-pages.ts';
import { readHomePage } from '#domain/page-data/home-page.ts';
import {
  emptyResponse,
  PAGE_LIFETIME_SECONDS,
  type PageResult,
  pageProps,
  siteRootOf,
} from './page-props.ts';

export async function loadHomePage(astro: AstroGlobal, area: Area): Promise<PageResult<HomePage>> {
  const { db, timeZone, renderResult } = astro.locals;
  const siteRoot = siteRootOf(astro, area);
  const address = parseListAddress(astro.params.list);
  const loaded =
    siteRoot && address && (await readHomePage(db, timeZone, siteRoot.lang, address, area));
  if (!siteRoot || !address || !loaded) return emptyResponse(404);
  renderResult.tags = [...loaded.tags, ...BRAND_TAGS];
  if (!isInvalidatedByWrites(address)) renderResult.keepForSeconds = PAGE_LIFETIME_SECONDS;
  return {
    ...pageProps(astro, siteRoot, homePath(siteRoot.root, address), loaded.notice),
    page: loaded.data,
  };
}
