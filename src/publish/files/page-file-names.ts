import { join } from 'node:path';
import { ROOTS } from '#contracts/paths.ts';

/**
 * Folders of pages in the site's folder. Beside them are only files like robots.txt; other files
 * there don't belong to the publisher.
 */
export const PAGE_FOLDERS: readonly string[] = [
  ...new Set(ROOTS.map((root) => root.split('/')[0] as string)),
];

/** Compressed forms beside each file, which servers send as they are. */
export const ENCODING_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** The file of a path: /zh/post/42 → zh/post/42/index.html, /zh/rss.xml → zh/rss.xml. */
export function toFilePath(path: string): string {
  return /\.[a-z]+$/.test(path) ? path.slice(1) : join(path.slice(1), 'index.html');
}

/**
 * The ending of a page that was set aside. It is served only while no newer one can be rendered. No
 * address leads to it, here or in nginx.
 */
export const ASIDE_EXTENSION = '.aside';

/** The ending of an unfinished file. */
export const PARTIAL_EXTENSION = '.part';

const PARTIAL_NAME_PATTERN = /^(.+)\.\d+-\d+\.part$/;

/** The file of a page that was set aside. */
export const toAsidePath = (siteDir: string, path: string): string =>
  join(siteDir, toFilePath(path)) + ASIDE_EXTENSION;

/** The path of the page that a file in the site's folder belongs to; undefined for other files. */
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
