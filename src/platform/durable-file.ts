import { execFile } from 'node:child_process';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/* A rename alone may lose a file's bytes in a power cut (decisions/faults.md). */

/** Errors of file systems that can't sync a folder. */
const NO_FOLDER_SYNC: readonly string[] = ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'];

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the names in a folder, if the file system can. */
async function syncFolder(folder: string): Promise<void> {
  await syncPath(folder).catch((error: NodeJS.ErrnoException) => {
    if (!NO_FOLDER_SYNC.includes(error.code ?? '')) throw error;
  });
}

/**
 * Renames a complete file durably. `firstNewFolder`: mkdir's result, to sync new folders' names.
 */
export async function renameDurably(
  partial: string,
  target: string,
  firstNewFolder?: string,
): Promise<void> {
  await syncPath(partial);
  await rename(partial, target);
  const last = firstNewFolder === undefined ? dirname(target) : dirname(firstNewFolder);
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === last || folder === dirname(folder)) return;
  }
}

/** With more files, one sync of the file system costs less: 50 ms for 1,500 files, not 400. */
const MAX_SINGLE_SYNCS = 64;
const CONCURRENT_SYNCS = 2;

/** Syncs the file system of this folder; false if the system lacks the command. */
const syncFileSystem = (folder: string): Promise<boolean> =>
  // Node has no syncfs.
  promisify(execFile)('sync', ['-f', folder]).then(
    () => true,
    () => false,
  );

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

async function syncEach(files: readonly string[]): Promise<void> {
  const remaining = files[Symbol.iterator]();
  const syncNext = async () => {
    for (const file of remaining) await syncPath(file).catch(ignoreMissing);
  };
  await Promise.all(Array.from({ length: CONCURRENT_SYNCS }, syncNext));
}

/** Syncs the file system if that is cheaper than `count` single syncs; returns whether it did. */
const isSyncedAtOnce = async (folder: string, count: number): Promise<boolean> =>
  count > MAX_SINGLE_SYNCS && process.platform === 'linux' && (await syncFileSystem(folder));

/** Syncs existing files and their names. All are on `folder`'s file system. */
export async function syncFiles(folder: string, files: readonly string[]): Promise<void> {
  if (await isSyncedAtOnce(folder, files.length)) return;
  await syncEach(files);
  await syncNames(folder, files);
}

/** Syncs the names in these files' folders, e.g. after removals, on `folder`'s file system. */
export async function syncNames(folder: string, files: Iterable<string>): Promise<void> {
  const folders = new Set(Array.from(files, dirname));
  if (await isSyncedAtOnce(folder, folders.size)) return;
  for (const one of folders) await syncFolder(one).catch(ignoreMissing);
}
