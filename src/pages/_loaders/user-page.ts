import type { AstroGlobal } from 'astro';
import type { UserPage } from '#contracts/page-model.ts';
import {
  type Area,
  parseId,
  parsePage,
  USER_TABS,
  type UserTab,
  userPath,
} from '#contracts/paths.ts';
import { readUserPage } from '#domain/page-data/user-page.ts';
import {
  emptyResponse,
  PAGE_LIFETIME_SECONDS,
  type PageResult,
  pageProps,
  siteRootOf,
} from './page-props.ts';

export async function loadUserPage(astro: AstroGlobal, area: Area): Promise<PageResult<UserPage>> {
  const { db, renderResult } = astro.locals;
  const siteRoot = siteRootOf(astro, area);
  const { rest = '' } = astro.params;
  const id = parseId(astro.params.id);
  const [tab = 'threads', pageText] = rest.split('/').filter(Boolean);
  const page = parsePage(pageText);
  if (!siteRoot || !id || !page || !USER_TABS.includes(tab as UserTab)) return emptyResponse(404);
  const path = userPath(siteRoot.root, id, tab as UserTab, page);
  const loaded = path.endsWith(`/${id}${rest && `/${rest}`}`)
    ? await readUserPage(db, id, tab as UserTab, page)
    : undefined;
  if (!loaded) return emptyResponse(404);
  renderResult.tags = loaded.tags;
  if (page > 1 || tab !== 'threads') renderResult.keepForSeconds = PAGE_LIFETIME_SECONDS;
  return { ...pageProps(astro, siteRoot, path), page: loaded.data };
}
