import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { renameDurably } from './durable-file.ts';
import { readFileBytes, toBody } from './file-stream.ts';
import type { Storage } from './storage.ts';
import { isStoredPath } from './stored-path.ts';
import { assertNotInTransaction } from './transaction.ts';
import { isDiskError, StorageUnavailable } from './unavailable.ts';

export const getUploadsFolder = (dataDir: string): string => join(dataDir, 'uploads');

let partialFileCount = 0;

async function wrapDiskError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (!isDiskError(error)) throw error;
    const why = (error as Error).message;
    throw new StorageUnavailable(`The folder of uploads can’t be written: ${why}`, {
      cause: error,
    });
  }
}

export function createLocalStorage(folder: string): Storage {
  const store = async (path: string, bytes: Uint8Array): Promise<void> => {
    const target = join(folder, path);
    const firstNewFolder = await mkdir(dirname(target), { recursive: true });
    const partial = `${target}.${process.pid}-${++partialFileCount}.part`;
    try {
      await writeFile(partial, bytes);
      await renameDurably(partial, target, firstNewFolder); // the caller acknowledges the upload
    } catch (error) {
      await rm(partial, { force: true }).catch(() => {});
      throw error;
    }
  };
  const has = (path: string): Promise<boolean> =>
    stat(join(folder, path)).then(
      () => true,
      () => false,
    );
  return {
    async put(path, bytes) {
      assertNotInTransaction('storage');
      await wrapDiskError(store(path, bytes));
    },
    async read(path) {
      return (await has(path)) ? toBody(readFileBytes(join(folder, path))) : undefined;
    },
    has,
    async remove(path) {
      assertNotInTransaction('storage');
      await wrapDiskError(rm(join(folder, path), { force: true }));
    },
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw error;
        },
      );
      for (const entry of entries) {
        const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
        if (entry.isFile() && isStoredPath(path)) yield path;
      }
    },
    async probe() {
      await wrapDiskError(mkdir(folder, { recursive: true }));
    },
  };
}
