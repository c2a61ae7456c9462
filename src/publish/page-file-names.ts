import { join } from 'node:path';
import { ROOTS } from '#contracts/paths.ts';

/**
 * Folders below the site's folder that hold pages. Beside them are only pages like robots.txt;
 * everything else there isn't the publisher's.
 */
export const PAGE_FOLDERS: readonly string[] = [
  ...new Set(ROOTS.map((root) => root.split('/')[0] as string)),
];

/** Beside each file stand these, for servers that send them as they are. */
export const ENCODING_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** The file of a path: /zh/post/42 → zh/post/42/index.html, /zh/rss.xml → zh/rss.xml. */
export function toFilePath(path: string): string {
  return /\.[a-z]+$/.test(path) ? path.slice(1) : join(path.slice(1), 'index.html');
}

/**
 * Beside a page's place stands, under this ending, what it was before it went out of date: shown
 * only while no newer one can be made. No address leads to it, here or in nginx.
 */
export const ASIDE_EXTENSION = '.aside';

/** Ending of a file that isn't whole yet. */
export const PARTIAL_EXTENSION = '.part';

const PARTIAL_NAME_PATTERN = /^(.+)\.\d+-\d+\.part$/;

/** Where a page stands that went out of date. */
export const toAsidePath = (siteDir: string, path: string): string =>
  join(siteDir, toFilePath(path)) + ASIDE_EXTENSION;

/**
 * The path of the page that a file below the site's folder is a form of; undefined for other files.
 */
export function toPagePath(file: string): string | undefined {
  const plain = file.replace(/\.(?:br|gz|aside)$/, '');
  const index = /^(.+)\/index\.html$/.exec(plain);
  if (index) return `/${index[1]}`;
  return /\.(?:xml|txt|webmanifest)$/.test(plain) ? `/${plain}` : undefined;
}

/**
 * The path of the page that a file was to become that somebody began to write; undefined for other
 * files.
 */
export function toPagePathOfPartial(file: string): string | undefined {
  const [, finalName] = PARTIAL_NAME_PATTERN.exec(file) ?? [];
  return finalName === undefined ? undefined : toPagePath(finalName);
}
