import type { AstroGlobal } from 'astro';
import { isLang, type Lang } from '#contracts/language.ts';
import type { Notice, PageProps } from '#contracts/page-model.ts';
import { type Area, type Root, rootOf } from '#contracts/paths.ts';

/*
 * Page loaders of both sites: each parses the address and loads its data. It returns the view's
 * properties, or a Response if there is no such page.
 */

export type PageResult<Page> = (PageProps & { page: Page }) | Response;

/** Cache lifetime of pages that writes don't invalidate. */
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

/** The root of an area's address; undefined if it names no language. */
export function siteRootOf({ params: { lang } }: AstroGlobal, area: Area): SiteRoot | undefined {
  return isLang(lang) ? { root: rootOf(area, lang), lang } : undefined;
}
