import { AREAS, type Area } from '../contracts/paths.ts';

/**
 * A page of the sites. Its view stands in views/desktop and views/phone under the same name: a
 * function that makes of the page's properties what the site's layout shows. Its loader, in
 * _loaders, reads the address and returns these properties, or the Response that says why there is
 * no such page.
 */
export interface SitePage {
  /** File of `views/{area}`. */
  view: string;
  /** Routes of Astro below `/{root}`. */
  routes: string[];
  /** File of the folder _loaders, and the function in it. */
  loader: [file: string, name: string];
  areas: readonly Area[];
  /** Its script on a site, besides those of all pages. */
  scripts?: Partial<Record<Area, string>>;
}

const page = (
  view: string,
  routes: string[],
  loader: SitePage['loader'],
  areas: readonly Area[] = AREAS,
): SitePage => ({ view, routes, loader, areas });

/**
 * The one list of the pages of both sites. scripts/build/site-routes.ts makes Astro's routes of it,
 * each with an entry of its own: an entry's stylesheets are those of its view alone.
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
