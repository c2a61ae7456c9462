import { execFile } from 'node:child_process';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/*
 * A rename is not enough for a file that must survive a power cut: the file system may keep the new
 * name and lose the bytes. decisions/faults.md says which files need this.
 */

/** File systems that can't sync a folder say so with one of these. */
const NO_FOLDER_SYNC: readonly string[] = ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'];

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the names in a folder to the disk, where the file system can. */
async function syncFolder(folder: string): Promise<void> {
  await syncPath(folder).catch((error: NodeJS.ErrnoException) => {
    if (!NO_FOLDER_SYNC.includes(error.code ?? '')) throw error;
  });
}

/**
 * Renames a complete file to its name. When it resolves, bytes and name survive a power cut.
 * `firstNewFolder` is what mkdir returned for the folder: the names of new folders are written too.
 */
export async function putInPlace(
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

/** Files above which one sync of the file system costs less: 1,500 files take 50 ms, not 400. */
const MAX_SINGLE_SYNCS = 64;
const CONCURRENT_SYNCS = 2;

/** Syncs all data of the file system with this folder; false on a system without the command. */
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

/** True if one sync of the file system is cheaper than so many single ones, and was made. */
const isSyncedAtOnce = async (folder: string, count: number): Promise<boolean> =>
  count > MAX_SINGLE_SYNCS && process.platform === 'linux' && (await syncFileSystem(folder));

/**
 * Writes these files and their names to the disk; missing ones are skipped. `folder` is on their
 * file system.
 */
export async function syncFiles(folder: string, files: readonly string[]): Promise<void> {
  if (await isSyncedAtOnce(folder, files.length)) return;
  await syncEach(files);
  await syncNames(folder, files);
}

/**
 * Writes what the folders of these files list to the disk, such as the removal of the files.
 * Missing folders are skipped. `folder` is on their file system.
 */
export async function syncNames(folder: string, files: Iterable<string>): Promise<void> {
  const folders = new Set(Array.from(files, dirname));
  if (await isSyncedAtOnce(folder, folders.size)) return;
  for (const one of folders) await syncFolder(one).catch(ignoreMissing);
}
