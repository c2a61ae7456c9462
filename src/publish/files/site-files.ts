import {
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CompressedForms, QuickForms } from './compress-page.ts';
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

/** Replaces all files, or none if there isn't space for all. */
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

/** Replaces a page atomically. A compressed form is never older than the plain file. */
export function writePage(siteDir: string, path: string, content: QuickForms): void {
  const file = join(siteDir, toFilePath(path));
  const write = () => {
    ensureFolder(dirname(file));
    rmSync(file + ENCODING_EXTENSIONS.gzip, { force: true });
    // The plain file is last: once it is written, the other is too.
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

/** Linux leaves the time of the last reading as it is. */
const READ_WITHOUT_TRACE = constants.O_RDONLY | (constants.O_NOATIME ?? 0);

export function readPageFile(
  siteDir: string,
  path: string,
  flag = constants.O_RDONLY,
): Buffer | undefined {
  try {
    return readFileSync(join(siteDir, toFilePath(path)), { flag });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a page for its compressed forms, so that it still counts as unread. */
export function readForCompression(siteDir: string, path: string): Buffer | undefined {
  try {
    return readPageFile(siteDir, path, READ_WITHOUT_TRACE);
  } catch (error) {
    // only the owner of a file may read it without a trace
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return readPageFile(siteDir, path);
  }
}

/** All possible files of a page at its address, also missing ones. */
export const listPageFiles = (siteDir: string, path: string): string[] =>
  getEncodedFiles(join(siteDir, toFilePath(path)));

const getSize = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.size;

/** Whether a page has an empty file: a power cut can leave a name without bytes. */
export const hasEmptyFile = (siteDir: string, path: string): boolean =>
  listPageFiles(siteDir, path).some((file) => getSize(file) === 0);

/** Whether a page has a plain file of this size, and no empty form. */
export const hasWholePage = (siteDir: string, path: string, bytes: number): boolean =>
  getSize(join(siteDir, toFilePath(path))) === bytes && !hasEmptyFile(siteDir, path);

/** Whether nobody has read a page since it was written, by the times of its files. */
export function isPageUnread(siteDir: string, path: string): boolean {
  const stats = listPageFiles(siteDir, path).map((file) =>
    statSync(file, { throwIfNoEntry: false }),
  );
  // by default, Linux stores the time of the first reading only
  return stats[0] !== undefined && stats.every((one) => !one || one.atimeMs <= one.mtimeMs);
}

/**
 * Whether the file system stores when a file was read; a mount option can forbid it. Undefined if a
 * file can't be written now.
 */
export function storesReadTimes(siteDir: string): boolean | undefined {
  const file = join(siteDir, `.read-${process.pid}${PARTIAL_EXTENSION}`);
  try {
    writeFileSync(file, 'x');
    utimesSync(file, 0, 1);
    readFileSync(file);
    const isStored = statSync(file).atimeMs > 0;
    rmSync(file);
    return isStored;
  } catch {
    return undefined;
  }
}

const DECOMPRESSORS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

/** Extensions of a page's compressed forms that don't match its plain file. */
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

export function removePage(siteDir: string, path: string): void {
  const file = join(siteDir, toFilePath(path));
  for (const one of [...getEncodedFiles(file), file + ASIDE_EXTENSION])
    rmSync(one, { force: true });
}

/** Moves an outdated page to `toAsidePath`, from where it is served only while rendering fails. */
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
