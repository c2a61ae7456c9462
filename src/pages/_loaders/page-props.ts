import type { AstroGlobal } from 'astro';
import { isLang, type Lang } from '#contracts/language.ts';
import type { Notice, PageProps } from '#contracts/page-model.ts';
import { type Area, type Root, rootOf } from '#contracts/paths.ts';

/*
 * The loaders of the pages of both sites: each reads the address and loads its data. It returns the
 * view's properties, or the Response that says why there is no such page.
 */

export type PageResult<Page> = (PageProps & { page: Page }) | Response;

/** Seconds for which pages are kept that aren't invalidated by each write. */
export const PAGE_LIFETIME_SECONDS = 60;

export const emptyResponse = (status: number): Response => new Response(null, { status });

export function pageProps(
  { locals: { site, brand } }: AstroGlobal,
  { root, lang }: SiteRoot,
  path: string,
  notice?: Notice,
): PageProps {
  return { frame: { root, lang, notice }, path, site, brand };
}

interface SiteRoot {
  root: Root;
  lang: Lang;
}

/** The root that an address of an area begins with; undefined when it names no language. */
export function siteRootOf({ params: { lang } }: AstroGlobal, area: Area): SiteRoot | undefined {
  return isLang(lang) ? { root: rootOf(area, lang), lang } : undefined;
}
