import type { AstroGlobal } from 'astro';
import type { ForumPage } from '#contracts/page-model.ts';
import { type Area, forumPath, parseId, parseListAddress } from '#contracts/paths.ts';
import { isInvalidatedByWrites } from '#domain/content/thread/list-for-pages.ts';
import { readForumPage } from '#domain/page-data/forum-page.ts';
import {
  emptyResponse,
  PAGE_LIFETIME_SECONDS,
  type PageResult,
  pageProps,
  siteRootOf,
} from './page-props.ts';

export async function loadForumPage(
  astro: AstroGlobal,
  area: Area,
): Promise<PageResult<ForumPage>> {
  const { db, timeZone, renderResult, mayReadRestricted } = astro.locals;
  const siteRoot = siteRootOf(astro, area);
  const id = parseId(astro.params.id);
  const address = parseListAddress(astro.params.list);
  const loaded =
    siteRoot && id && address
      ? await readForumPage(db, timeZone, siteRoot.lang, id, address, mayReadRestricted)
      : undefined;
  if (loaded === 'forbidden') return emptyResponse(403);
  if (!siteRoot || !id || !address || !loaded) return emptyResponse(404);
  renderResult.tags = loaded.tags;
  if (!isInvalidatedByWrites(address)) renderResult.keepForSeconds = PAGE_LIFETIME_SECONDS;
  return {
    ...pageProps(astro, siteRoot, forumPath(siteRoot.root, id, address)),
    page: loaded.data,
  };
}
