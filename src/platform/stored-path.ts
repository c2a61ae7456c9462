import { createHash } from 'node:crypto';

/** Content-addressed path: identical pictures are stored once. */
export function toContentPath(
  bytes: Uint8Array,
  extension: string,
): { hash: string; path: string } {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { hash, path: `${hash.slice(0, 2)}/${hash}.${extension}` };
}

/** The variant of a picture with this width in pixels. */
export const toVariantPath = (path: string, width: number): string =>
  path.replace(/\.(\w+)$/, `.${width}.$1`);

/** Matches only our own names, so that no path leaves the folder. */
const STORED_PATH = /^[0-9a-f]{2}\/[0-9a-f]{32}(\.\d{3,4})?\.[a-z]{3,4}$/;
export const isStoredPath = (path: string): boolean => STORED_PATH.test(path);
