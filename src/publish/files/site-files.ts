import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CompressedForms, NewPage } from './compress-page.ts';
import {
  ASIDE_EXTENSION,
  ENCODING_EXTENSIONS,
  PARTIAL_EXTENSION,
  toAsidePath,
  toFilePath,
} from './page-file-names.ts';

const MAX_KNOWN_FOLDERS = 5_000;
const knownFolders = new Set<string>();

function ensureFolder(folder: string): void {
  if (knownFolders.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (knownFolders.size >= MAX_KNOWN_FOLDERS) knownFolders.clear();
  knownFolders.add(folder);
}

let partialCount = 0;

const getEncodedFiles = (file: string): string[] => [
  file,
  ...Object.values(ENCODING_EXTENSIONS).map((ending) => file + ending),
];

/** Replaces files, none of them unless there is space for all. */
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
 * Puts a page in place, with the one compressed form that it has from the beginning; a reader sees
 * the old page or the new one, whole. No compressed form is ever older than the plain file.
 */
export function writePage(siteDir: string, path: string, content: NewPage): void {
  const file = join(siteDir, toFilePath(path));
  const write = () => {
    ensureFolder(dirname(file));
    rmSync(file + ENCODING_EXTENSIONS.gzip, { force: true });
    // The plain file comes last: when it is written, the other is.
    replaceFiles([
      [file + ENCODING_EXTENSIONS.br, content.br],
      [file, content.plain],
    ]);
    rmSync(file + ASIDE_EXTENSION, { force: true });
  };
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    knownFolders.delete(dirname(file)); // the folder was removed meanwhile
    write();
  }
}

/** Puts the smaller forms of a page beside it, whose plain file is what they were made of. */
export function writeCompressedForms(
  siteDir: string,
  path: string,
  { br, gzip }: CompressedForms,
): void {
  const file = join(siteDir, toFilePath(path));
  replaceFiles([
    [file + ENCODING_EXTENSIONS.br, br],
    [file + ENCODING_EXTENSIONS.gzip, gzip],
  ]);
}

/** The plain file of a page; undefined when it has none. */
export function readPageFile(siteDir: string, path: string): Buffer | undefined {
  try {
    return readFileSync(join(siteDir, toFilePath(path)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The files of a page at its address, those that don't exist among them. */
export const listPageFiles = (siteDir: string, path: string): string[] =>
  getEncodedFiles(join(siteDir, toFilePath(path)));

const getSize = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.size;

/** Whether a page has an empty file: a power cut leaves a name without its bytes. */
export const hasEmptyFile = (siteDir: string, path: string): boolean =>
  listPageFiles(siteDir, path).some((file) => getSize(file) === 0);

/** Whether a page has a plain file of this many bytes, and no form of it is empty. */
export const hasWholePage = (siteDir: string, path: string, bytes: number): boolean =>
  getSize(join(siteDir, toFilePath(path))) === bytes && !hasEmptyFile(siteDir, path);

const DECOMPRESSORS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

/** The compressed forms of a page that exist and aren't of its plain file: their endings. */
export function findDamagedForms(siteDir: string, path: string, plain: Buffer): string[] {
  const damaged: string[] = [];
  for (const encoding of ['br', 'gzip'] as const) {
    const ending = ENCODING_EXTENSIONS[encoding];
    const file = join(siteDir, toFilePath(path)) + ending;
    if (!existsSync(file)) continue;
    try {
      if (!DECOMPRESSORS[encoding](readFileSync(file)).equals(plain)) damaged.push(ending);
    } catch (error) {
      // A takedown removed it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') damaged.push(ending);
    }
  }
  return damaged;
}

/** Whether a page has a file, current or set aside. */
export const hasAnyPageFile = (siteDir: string, path: string): boolean =>
  existsSync(join(siteDir, toFilePath(path))) || existsSync(toAsidePath(siteDir, path));

/** Removes a page in all its forms. */
export function removePage(siteDir: string, path: string): void {
  const file = join(siteDir, toFilePath(path));
  for (const one of [...getEncodedFiles(file), file + ASIDE_EXTENSION])
    rmSync(one, { force: true });
}

/**
 * Sets an outdated page aside from its address; it is served from `toAsidePath` while no newer one
 * can be rendered.
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
