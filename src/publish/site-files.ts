import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Beside each file stand these, for servers that send them as they are. */
export const ENCODING_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** The file of a path: /zh/post/42 → zh/post/42/index.html, /zh/rss.xml → zh/rss.xml. */
export function toFilePath(path: string): string {
  return /\.[a-z]+$/.test(path) ? path.slice(1) : join(path.slice(1), 'index.html');
}

/** Names the content, not the moment: a page with nothing new keeps its ETag. */
export const hashContent = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 16);

// Above 5, brotli costs three times the time for 3 % of the size; gzip, which few browsers ask for,
// a third more above 4.
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 4;

export interface CompressedPage {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

// Sync calls, here and below: the publisher has a thread of its own, and twelve trips to the thread
// pool cost a third more.
export function compressPage(body: string): CompressedPage {
  const plain = Buffer.from(body);
  return {
    plain,
    br: brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    gzip: gzipSync(plain, { level: GZIP_LEVEL }),
  };
}

const MAX_KNOWN_FOLDERS = 5_000;
const knownFolders = new Set<string>();

function ensureFolder(folder: string): void {
  if (knownFolders.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (knownFolders.size >= MAX_KNOWN_FOLDERS) knownFolders.clear();
  knownFolders.add(folder);
}

let partialCount = 0;

/**
 * Beside a page's place stands, under this ending, what it was before it went out of date: shown
 * only while no newer one can be made. No address leads to it, here or in nginx.
 */
const ASIDE_EXTENSION = '.aside';
/** Ending of a file that isn't whole yet. */
const PARTIAL_EXTENSION = '.part';
const PARTIAL_NAME_PATTERN = /^(.+)\.\d+-\d+\.part$/;

const getEncodedFiles = (file: string): string[] => [
  file,
  ...Object.values(ENCODING_EXTENSIONS).map((ending) => file + ending),
];

/** Replaces files by others, none of them unless there is room for all of them. */
function replaceFiles(files: readonly (readonly [file: string, bytes: Buffer])[]): void {
  const partials: string[] = [];
  try {
    for (const [file, bytes] of files) {
      const partial = `${file}.${process.pid}-${++partialCount}${PARTIAL_EXTENSION}`;
      partials.push(partial);
      writeFileSync(partial, bytes);
    }
    for (const [index, [file]] of files.entries()) renameSync(partials[index] as string, file);
  } catch (error) {
    for (const partial of partials) rmSync(partial, { force: true });
    throw error;
  }
}

/**
 * Puts a page and its compressed forms in place; a reader sees the old file or the new one, whole.
 */
export function writePage(siteDir: string, path: string, content: CompressedPage): void {
  const file = join(siteDir, toFilePath(path));
  const write = () => {
    ensureFolder(dirname(file));
    // The plain file comes last: when it stands, the others do.
    replaceFiles([
      [`${file}${ENCODING_EXTENSIONS.br}`, content.br],
      [`${file}${ENCODING_EXTENSIONS.gzip}`, content.gzip],
      [file, content.plain],
    ]);
    rmSync(file + ASIDE_EXTENSION, { force: true });
  };
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    knownFolders.delete(dirname(file)); // somebody removed the folder meanwhile
    write();
  }
}

export const hasPageFile = (siteDir: string, path: string): boolean =>
  existsSync(join(siteDir, toFilePath(path)));

/** Whether there is anything of a page: as it is, or as it was. */
export const hasAnyPageFile = (siteDir: string, path: string): boolean =>
  hasPageFile(siteDir, path) || existsSync(toAsidePath(siteDir, path));

/** Where a page stands that went out of date. */
export const toAsidePath = (siteDir: string, path: string): string =>
  join(siteDir, toFilePath(path)) + ASIDE_EXTENSION;

/** Removes a page in all its forms. */
export function removePage(siteDir: string, path: string): void {
  const file = join(siteDir, toFilePath(path));
  for (const one of [...getEncodedFiles(file), file + ASIDE_EXTENSION])
    rmSync(one, { force: true });
}

/**
 * Takes a page that went out of date from its address; whoever can't make a newer one finds it by
 * `toAsidePath`.
 */
export function setPageAside(siteDir: string, path: string): void {
  const file = join(siteDir, toFilePath(path));
  for (const ending of Object.values(ENCODING_EXTENSIONS)) rmSync(file + ending, { force: true });
  try {
    renameSync(file, file + ASIDE_EXTENSION);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Removes all pages at or below a path, recorded or not. */
export function removePagesBelow(siteDir: string, path: string): void {
  removePage(siteDir, path);
  rmSync(join(siteDir, path.slice(1)), { recursive: true, force: true });
}

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
