import type { AstroGlobal } from 'astro';
import { STATUS_ERRORS } from '#contracts/errors.ts';
import type { ThreadPage } from '#contracts/page-model.ts';
import { type Area, parseId, parsePage, threadPath } from '#contracts/paths.ts';
import { readThreadPage } from '#domain/content/thread/read.ts';
import { emptyResponse, type PageResult, pageProps, siteRootOf } from './page-props.ts';

export async function loadThreadPage(
  astro: AstroGlobal,
  area: Area,
): Promise<PageResult<ThreadPage>> {
  const { db, renderResult, preloaded, mayReadRestricted } = astro.locals;
  const siteRoot = siteRootOf(astro, area);
  const id = parseId(astro.params.id);
  const pageNumber = parsePage(astro.params.page);
  if (!siteRoot || !id || !pageNumber) return emptyResponse(404);
  const path = threadPath(siteRoot.root, id, pageNumber);
  const loaded =
    (preloaded?.get(path) as Awaited<ReturnType<typeof readThreadPage>> | undefined) ??
    (await readThreadPage(db, id, pageNumber, mayReadRestricted));
  if (typeof loaded === 'string') return emptyResponse(STATUS_ERRORS[loaded]);
  renderResult.tags = loaded.tags;
  return { ...pageProps(astro, siteRoot, path), page: loaded.data };
}
