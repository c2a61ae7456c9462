import { AREAS, type Area } from '../contracts/paths.ts';

/**
 * A page of the sites. Its loader (in _loaders) parses the address, and returns the view's
 * properties or an error Response. Its view (the same name in views/desktop and views/phone) makes
 * the layout's properties of them.
 */
export interface SitePage {
  /** File of `views/{area}`. */
  view: string;
  /** Astro routes below `/{root}`. */
  routes: string[];
  /** File in _loaders, and its function. */
  loader: [file: string, name: string];
  areas: readonly Area[];
  /** An additional script of a site's page. */
  scripts?: Partial<Record<Area, string>>;
}

const page = (
  view: string,
  routes: string[],
  loader: SitePage['loader'],
  areas: readonly Area[] = AREAS,
): SitePage => ({ view, routes, loader, areas });

/**
 * All pages of both sites. scripts/build/site-routes.ts generates Astro's routes, one entry each,
 * so that an entry has its view's stylesheets only.
 */
export const SITE_PAGES: SitePage[] = [
  {
    ...page('Home', ['[...list]'], ['home-page', 'loadHomePage']),
    scripts: { phone: 'phone/pull-to-refresh.ts' },
  },
  page('Forums', ['forums'], ['forums-page', 'loadForumsPage']),
  page('Forum', ['forum/[id]/[...list]'], ['forum-page', 'loadForumPage']),
  page('Thread', ['post/[id]/[...page]'], ['thread-page', 'loadThreadPage']),
  page('User', ['user/[id]/[...rest]'], ['user-page', 'loadUserPage']),
  page('ClientPage', ['search', 'new', 'edit', 'me/[page]'], ['static-pages', 'loadClientPage']),
  page('About', ['about/[topic]', 'about/guide/[part]'], ['static-pages', 'loadAboutPage']),
  page('ErrorPage', ['error/[code]'], ['static-pages', 'loadErrorPage']),
  page('Me', ['me'], ['static-pages', 'loadMePage'], ['phone']),
  page('Offline', ['offline'], ['static-pages', 'loadOfflinePage'], ['phone']),
];
