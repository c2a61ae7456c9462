import type { SourceTree } from './import-graph.ts';

/* Resolves addresses in a file to routes, pages and screens. */

/** A table's entry for an address: tests that don't open it don't need its files. */
export interface AddressEntry {
  /** Segments of the address; see matchSegments. */
  pattern: string[];
  files: string[];
}

export interface AddressTables {
  /** The API's route files, by paths without `/api`. */
  routes: AddressEntry[];
  pages: AddressEntry[];
  /** Islands of one page, which their importers load on demand. */
  islands: AddressEntry[];
}

const ADDRESS =
  /(?<=['"`}]|\b(?:GET|PUT|POST|DELETE|PATCH) )\/(?:[\w.@*:-]|\$\{[^}]*\}|\/|\{\w+\})*/g;

/** Addresses in a text, as segments; interpolated parts are `*`. */
export function findAddresses(text: string): string[][] {
  const found = new Map<string, string[]>();
  for (const [address] of text.matchAll(ADDRESS)) {
    const segments = address
      .split('/')
      .filter(Boolean)
      .map((one) => (/\$?\{|^:/.test(one) ? '*' : one));
    if (segments.length > 0) found.set(segments.join('/'), segments);
  }
  return [...found.values()];
}

/**
 * Number of literal segments that match; undefined if the pattern doesn't match. `*` matches one
 * segment on both sides, `...` all remaining ones.
 */
export function matchSegments(
  address: readonly string[],
  pattern: readonly string[],
): number | undefined {
  let literals = 0;
  for (const [index, wanted] of pattern.entries()) {
    if (wanted === '...') return literals;
    const given = address[index];
    if (given === undefined) return undefined;
    if (given === wanted) literals++;
    else if (given !== '*' && wanted !== '*') return undefined;
  }
  return address.length === pattern.length ? literals : undefined;
}

/** The files of the best matching entries. */
export function filesAt(entries: readonly AddressEntry[], address: readonly string[]): string[] {
  let best = -1;
  let files: string[] = [];
  for (const entry of entries) {
    const literals = matchSegments(address, entry.pattern) ?? -1;
    if (literals > best) files = [];
    if (literals >= best && literals >= 0) files.push(...entry.files);
    best = Math.max(best, literals);
  }
  return [...new Set(files)];
}

export const withoutApiPrefix = (address: string[]): string[] =>
  address[0] === 'api' ? address.slice(1) : address;

/** A route file: app.ts and the route lists have no such router. */
export const isRouteFile = (path: string, text: string): boolean =>
  path.startsWith('src/api/') && /^export const \w+ = (?:createRouter|answerCalls)\(/m.test(text);

const readRoutes = (tree: SourceTree): AddressEntry[] =>
  [...tree]
    .filter(([path, { text }]) => isRouteFile(path, text))
    .flatMap(([path, { text }]) =>
      findAddresses(text).map((address) => ({ pattern: withoutApiPrefix(address), files: [path] })),
    )
    .filter(({ pattern }) => pattern[0] !== '*');

const toPattern = (route: string): string[] =>
  route.split('/').map((one) => {
    if (one.startsWith('[...')) return '...';
    return one.includes('[') ? '*' : one;
  });

const SITE_PAGE =
  /\bpage\(\s*'(\w+)',\s*\[((?:\s*'[^']*',?)+)\s*\],\s*\['([\w-]+)',\s*'\w+'\](?:,\s*\[([^\]]*)\])?/g;

/** The list in src/pages/_site-pages.ts. */
function readSitePages(tree: SourceTree): AddressEntry[] {
  const list = tree.get('src/pages/_site-pages.ts')?.text ?? '';
  return Array.from(list.matchAll(SITE_PAGE)).flatMap(
    ([, view, routes = '', loader, areas = "'desktop', 'phone'"]) =>
      ['desktop', 'phone']
        .filter((area) => areas.includes(area))
        .flatMap((area) =>
          Array.from(routes.matchAll(/'([^']*)'/g), ([, route = '']) => ({
            pattern: [...(area === 'phone' ? ['phone'] : []), '*', ...toPattern(route)],
            files: [
              `src/views/${area}/${view}.tsx`,
              `src/views/layouts/${area === 'phone' ? 'Phone' : 'Desktop'}Layout.astro`,
              `src/pages/_loaders/${loader}.ts`,
            ],
          })),
        ),
  );
}

const readPageFiles = (tree: SourceTree): AddressEntry[] =>
  [...tree.keys()]
    .filter((path) => /^src\/pages\/(?!.*\/_|_)/.test(path))
    .map((path) => ({
      pattern: toPattern(path.replace(/^src\/pages\/|\.(?:astro|ts)$/g, '')),
      files: [path],
    }));

const KEYED_IMPORT = /(?:'([\w/-]+)'|\b(\w+)): lazy\(\(\) => import\('([^']+)'\)/g;

/** Components by page, `'me/drafts': lazy(() => import(…))`, and screens. */
function readPageIslands(tree: SourceTree): AddressEntry[] {
  const entries: AddressEntry[] = [];
  for (const [path, { text, imports }] of tree) {
    if (!path.startsWith('src/islands/')) continue;
    for (const [, quoted, bare, specifier = ''] of text.matchAll(KEYED_IMPORT)) {
      const file = imports.find((one) => one.endsWith(specifier.replace(/^[./]*/, '/')));
      const page = (quoted ?? bare ?? '').split('/');
      if (file)
        for (const prefix of [['*'], ['phone', '*']])
          entries.push({ pattern: [...prefix, ...page], files: [file] });
    }
    const screen = /^src\/islands\/admin\/([\w-]+)\/\w+Screen\.tsx$/.exec(path)?.[1];
    if (screen === 'dashboard') entries.push({ pattern: ['bbs-admin'], files: [path] });
    else if (screen) entries.push({ pattern: ['bbs-admin', screen, '...'], files: [path] });
  }
  return entries;
}

export const readAddressTables = (tree: SourceTree): AddressTables => ({
  routes: readRoutes(tree),
  pages: [...readSitePages(tree), ...readPageFiles(tree)],
  islands: readPageIslands(tree),
});
