import { type Dirent, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncNames } from '#platform/durable-file.ts';
import { isDiskError } from '#platform/unavailable.ts';
import { compressQuickly } from './compress-page.ts';
import {
  isPageFile,
  PAGE_FOLDERS,
  toFilePath,
  toPagePath,
  toPagePathOfPartial,
} from './page-file-names.ts';
import type { PageStore } from './page-store.ts';
import {
  findDamagedForms,
  hasAnyPageFile,
  hasWholePage,
  isPageUnread,
  readPageFile,
  removePage,
  removePagesBelow,
  setPageAside,
  storesReadTimes,
  writePage,
} from './site-files.ts';

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // taken down meanwhile
    throw error;
  }
}

function* walkFiles(folder: string, below: string): Generator<string> {
  for (const entry of readFolder(join(folder, below))) {
    const name = `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFiles(folder, name);
    else if (entry.isFile()) yield name;
  }
}

function* walkPageFiles(siteDir: string): Generator<string> {
  for (const area of PAGE_FOLDERS) yield* walkFiles(siteDir, area);
  for (const entry of readFolder(siteDir))
    if (entry.isFile() && (toPagePath(entry.name) || toPagePathOfPartial(entry.name)))
      yield entry.name;
}

/** Whether a file was written before; false if it was removed meanwhile. */
const isOlderThan = (file: string, time: Date): boolean => {
  const modifiedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return modifiedMs !== undefined && modifiedMs < time.getTime();
};

/** Pages as files. All work is synchronous: the thread pool would cost a third more. */
export function createFolderPages(siteDir: string): PageStore & { folder: string } {
  let hasReadTimes: boolean | undefined;
  return {
    folder: siteDir,
    maxWriteMs: 0,
    async write(pages) {
      const errors = new Map<string, Error>();
      for (const [index, { path, plain }] of pages.entries()) {
        try {
          writePage(siteDir, path, compressQuickly(plain));
        } catch (error) {
          // if the disk is full, the next ones would fail, too
          const unwritten = isDiskError(error) ? pages.slice(index) : [{ path }];
          for (const page of unwritten) errors.set(page.path, error as Error);
          if (unwritten.length > 1) break;
        }
      }
      return errors;
    },
    read: async (path) => readPageFile(siteDir, path),
    has: async (path) => hasAnyPageFile(siteDir, path),
    hasWhole: async (path, bytes) => hasWholePage(siteDir, path, bytes),
    findDamagedForms: async (path, plain) => findDamagedForms(siteDir, path, plain),
    async findUnread(paths) {
      hasReadTimes ??= storesReadTimes(siteDir);
      return hasReadTimes ? paths.filter((path) => isPageUnread(siteDir, path)) : [];
    },
    async remove(paths) {
      for (const path of paths) removePage(siteDir, path);
    },
    async removeBelow(paths) {
      for (const path of paths) removePagesBelow(siteDir, path);
    },
    syncRemovals: (paths) =>
      syncNames(
        siteDir,
        // the parent folder has the name of a removed page folder
        paths.flatMap((path) => {
          const file = join(siteDir, toFilePath(path));
          return [file, dirname(file)];
        }),
      ),
    async setAside(paths) {
      for (const path of paths) setPageAside(siteDir, path);
    },
    async *listFiles(since) {
      for (const name of walkPageFiles(siteDir))
        if (!since || !isOlderThan(join(siteDir, name), since)) yield name;
    },
    async removeFiles(names) {
      for (const name of names) rmSync(join(siteDir, name), { force: true });
    },
    async removeAll() {
      if (!existsSync(siteDir)) return;
      for (const name of readdirSync(siteDir))
        if (isPageFile(name)) rmSync(join(siteDir, name), { recursive: true });
    },
  };
}
