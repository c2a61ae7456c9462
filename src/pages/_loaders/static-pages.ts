import type { AstroGlobal } from 'astro';
import { ABOUT_PAGES, type AboutPage } from '#contracts/about-pages.ts';
import type { PageProps } from '#contracts/page-model.ts';
import {
  type Area,
  aboutPath,
  CLIENT_PAGES,
  type ClientPage,
  clientPagePath,
  ERROR_PAGES,
  errorPagePath,
  mePath,
  offlinePath,
  parsePath,
} from '#contracts/paths.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { emptyResponse, pageProps, siteRootOf } from './page-props.ts';

/* Pages whose only dynamic content is the brand. */

const staticPageProps = (...[astro, ...rest]: Parameters<typeof pageProps>): PageProps => {
  astro.locals.renderResult.tags = [...BRAND_TAGS];
  return pageProps(astro, ...rest);
};

export function loadClientPage(
  astro: AstroGlobal,
  area: Area,
): (PageProps & { clientPage: ClientPage }) | Response {
  const siteRoot = siteRootOf(astro, area);
  const name = parsePath(astro.url.pathname)?.rest.join('/');
  const clientPage = CLIENT_PAGES.find((page) => page === name);
  return siteRoot && clientPage
    ? { ...staticPageProps(astro, siteRoot, clientPagePath(siteRoot.root, clientPage)), clientPage }
    : emptyResponse(404);
}

export function loadMePage(astro: AstroGlobal, area: Area): PageProps | Response {
  const siteRoot = siteRootOf(astro, area);
  return siteRoot ? staticPageProps(astro, siteRoot, mePath(siteRoot.root)) : emptyResponse(404);
}

export function loadOfflinePage(astro: AstroGlobal, area: Area): PageProps | Response {
  const siteRoot = siteRootOf(astro, area);
  return siteRoot
    ? staticPageProps(astro, siteRoot, offlinePath(siteRoot.root))
    : emptyResponse(404);
}

export function loadAboutPage(
  astro: AstroGlobal,
  area: Area,
): (PageProps & { page: AboutPage }) | Response {
  const siteRoot = siteRootOf(astro, area);
  const name = parsePath(astro.url.pathname)?.rest.slice(1).join('/');
  const page = ABOUT_PAGES.find((one) => one === name);
  return siteRoot && page
    ? { ...staticPageProps(astro, siteRoot, aboutPath(siteRoot.root, page)), page }
    : emptyResponse(404);
}

export function loadErrorPage(
  astro: AstroGlobal,
  area: Area,
): (PageProps & { code: (typeof ERROR_PAGES)[number] }) | Response {
  const siteRoot = siteRootOf(astro, area);
  const code = ERROR_PAGES.find((page) => String(page) === astro.params.code);
  return siteRoot && code
    ? { ...staticPageProps(astro, siteRoot, errorPagePath(siteRoot.root, code)), code }
    : emptyResponse(404);
}
