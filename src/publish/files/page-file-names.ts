import { join } from 'node:path';
import { PUBLISHED_PATH_PATTERN, ROOTS } from '#contracts/paths.ts';

/** Folders of pages in the site's folder; the publisher owns no other files there. */
export const PAGE_FOLDERS: readonly string[] = [
  ...new Set(ROOTS.map((root) => root.split('/')[0] as string)),
];

/** Extensions of the compressed forms, which servers send unchanged. */
export const ENCODING_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** The file of a path: /zh/post/42 → zh/post/42/index.html, /zh/rss.xml → zh/rss.xml. */
export function toFilePath(path: string): string {
  return /\.[a-z]+$/.test(path) ? path.slice(1) : join(path.slice(1), 'index.html');
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['xml', 'application/xml; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['webmanifest', 'application/manifest+json'],
]);
const FEED_CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['feed.xml', 'application/rss+xml; charset=utf-8'],
  ['atom.xml', 'application/atom+xml; charset=utf-8'],
]);

export function getContentType(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    FEED_CONTENT_TYPES.get(name) ??
    CONTENT_TYPES.get(/\.([a-z]+)$/.exec(name)?.[1] ?? '') ??
    'text/html; charset=utf-8'
  );
}

/** Extension of a page set aside. No URL maps to it, here or in nginx. */
export const ASIDE_EXTENSION = '.aside';

export const PARTIAL_EXTENSION = '.part';

const PARTIAL_NAME_PATTERN = /^(.+)\.\d+-\d+\.part$/;

export const toAsidePath = (siteDir: string, path: string): string =>
  join(siteDir, toFilePath(path)) + ASIDE_EXTENSION;

/** The path of the page of a file in the site's folder; undefined for other files. */
export function toPagePath(file: string): string | undefined {
  const plain = file.replace(/\.(?:br|gz|aside)$/, '');
  const index = /^(.+)\/index\.html$/.exec(plain);
  if (index) return `/${index[1]}`;
  return /\.(?:xml|txt|webmanifest)$/.test(plain) ? `/${plain}` : undefined;
}

/** The path of the page of an unfinished file; undefined for other files. */
export function toPagePathOfPartial(file: string): string | undefined {
  const [, finalName] = PARTIAL_NAME_PATTERN.exec(file) ?? [];
  return finalName === undefined ? undefined : toPagePath(finalName);
}

/** Whether a file or folder of the site is of published pages: there are others next to them. */
export const isPageFile = (name: string): boolean =>
  PAGE_FOLDERS.includes(name.split('/')[0] as string) ||
  PUBLISHED_PATH_PATTERN.test(toPagePath(name) ?? '');
