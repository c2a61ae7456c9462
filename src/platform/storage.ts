import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded files live. Paths are relative, like `3f/3f9a….webp`, and are served below /uploads/. */
export interface Storage {
  put(path: string, bytes: Uint8Array): Promise<void>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
}

/** Files are addressed by what is in them: the same picture is stored once. */
export function contentPath(bytes: Uint8Array, extension: string): { hash: string; path: string } {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { hash, path: `${hash.slice(0, 2)}/${hash}.${extension}` };
}

export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads');

export function localStorage(folder: string): Storage {
  return {
    async put(path, bytes) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      const partial = `${target}.${process.pid}.part`;
      await writeFile(partial, bytes);
      await rename(partial, target);
    },
    has: (path) =>
      stat(join(folder, path)).then(
        () => true,
        () => false,
      ),
    remove: (path) => rm(join(folder, path), { force: true }),
  };
}
