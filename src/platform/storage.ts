import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { Env } from './env.ts';
import { createS3Storage } from './s3.ts';
import { isStoredPath, toVariantPath } from './stored-path.ts';
import { assertNotInTransaction } from './transaction.ts';
import { StorageUnavailable } from './unavailable.ts';

export { isStoredPath, toVariantPath };

/**
 * Where uploaded files live. All throw StorageUnavailable when it is away or full, and may not be
 * called inside a transaction. Paths are relative and are served below /uploads/: `3f/3f9a….webp`
 * is a picture, and `3f/3f9a….960.webp` beside it the same one 960 pixels wide.
 */
export interface Storage {
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** undefined when there is no such file. */
  read(path: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Paths of all files of ours; others' are left out. */
  list(): AsyncIterable<string>;
  /**
   * Finds out whether files can be kept: throws ConfigError for what only the operator can mend (a
   * wrong key, no such bucket), and StorageUnavailable for what may pass by itself.
   */
  probe(): Promise<void>;
}

/** Files are addressed by what is in them: the same picture is stored once. */
export function toContentPath(
  bytes: Uint8Array,
  extension: string,
): { hash: string; path: string } {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { hash, path: `${hash.slice(0, 2)}/${hash}.${extension}` };
}

export const getUploadsFolder = (dataDir: string): string => join(dataDir, 'uploads');

let partialFileCount = 0;

/**
 * A disk that is full, read-only or broken: the operator mends it, and the upload is sent again.
 */
const DISK_ERROR_CODES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
]);

async function wrapDiskError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw DISK_ERROR_CODES.has(code)
      ? new StorageUnavailable(`The folder of uploads can’t be written: ${message}`, {
          cause: error,
        })
      : error;
  }
}

export function createLocalStorage(folder: string): Storage {
  const store = async (path: string, bytes: Uint8Array): Promise<void> => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    const partial = `${target}.${process.pid}-${++partialFileCount}.part`;
    try {
      await writeFile(partial, bytes);
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => {});
      throw error;
    }
  };
  return {
    async put(path, bytes) {
      assertNotInTransaction('storage');
      await wrapDiskError(store(path, bytes));
    },
    async read(path) {
      const file = await open(join(folder, path)).catch(() => undefined);
      return (
        file && (Readable.toWeb(createReadStream('', { fd: file })) as ReadableStream<Uint8Array>)
      );
    },
    has: (path) =>
      stat(join(folder, path)).then(
        () => true,
        () => false,
      ),
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

/** One for each bucket: what bounds its calls bounds those of the whole process. */
const storageByUrl = new Map<string, Storage>();

/** The storage that the operator chose: STORAGE_URL, or a folder below DATA_DIR. */
export function openStorage({
  STORAGE_URL,
  DATA_DIR,
}: Pick<Env, 'STORAGE_URL' | 'DATA_DIR'>): Storage {
  if (!STORAGE_URL) return createLocalStorage(getUploadsFolder(DATA_DIR));
  const storage = storageByUrl.get(STORAGE_URL) ?? createS3Storage(STORAGE_URL);
  storageByUrl.set(STORAGE_URL, storage);
  return storage;
}
