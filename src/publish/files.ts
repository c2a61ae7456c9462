import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Beside each file stand these, for servers that send them as they are. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** The file of a path: /zh/post/42 → zh/post/42/index.html, /zh/rss.xml → zh/rss.xml. */
export function fileOf(path: string): string {
  return /\.[a-z]+$/.test(path) ? path.slice(1) : join(path.slice(1), 'index.html');
}

/** Names the content, not the moment: a page with nothing new keeps its ETag. */
export const hashOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 16);

// Above 5, brotli costs three times the time for 3 % of the size; gzip, which few browsers ask for, a third more above 4.
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 4;

export interface Compressed {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

// Sync calls, here and below: the publisher has a thread of its own, and twelve trips to the thread pool cost a third more.
export function compress(body: string): Compressed {
  const plain = Buffer.from(body);
  return {
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
    gzip: gzipSync(plain, { level: GZIP_LEVEL }),
  };
}

const REMEMBERED = 5_000;
const knownFolders = new Set<string>();

function ensureFolder(folder: string): void {
  if (knownFolders.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (knownFolders.size >= REMEMBERED) knownFolders.clear();
  knownFolders.add(folder);
}

let writes = 0;

function replaceFile(file: string, bytes: Buffer): void {
  const partial = `${file}.${process.pid}-${++writes}.part`;
  writeFileSync(partial, bytes);
  renameSync(partial, file);
}

/** Puts a page and its compressed forms in place; a reader sees the old file or the new one, whole. */
export function writePage(siteDir: string, path: string, content: Compressed): void {
  const file = join(siteDir, fileOf(path));
  const write = () => {
    ensureFolder(dirname(file));
    replaceFile(`${file}${ENCODINGS.br}`, content.br);
    replaceFile(`${file}${ENCODINGS.gzip}`, content.gzip);
    replaceFile(file, content.plain);
  };
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    knownFolders.delete(dirname(file)); // somebody removed the folder meanwhile
    write();
  }
}

export const pageStands = (siteDir: string, path: string): boolean => existsSync(join(siteDir, fileOf(path)));

export function removePage(siteDir: string, path: string): void {
  const file = join(siteDir, fileOf(path));
  for (const ending of ['', ...Object.values(ENCODINGS)]) rmSync(`${file}${ending}`, { force: true });
}
