import { createHash } from 'node:crypto';

/** Files are addressed by what is in them: the same picture is stored once. */
export function toContentPath(
  bytes: Uint8Array,
  extension: string,
): { hash: string; path: string } {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { hash, path: `${hash.slice(0, 2)}/${hash}.${extension}` };
}

/** The variant of a picture that is so many pixels wide. */
export const toVariantPath = (path: string, width: number): string =>
  path.replace(/\.(\w+)$/, `.${width}.$1`);

/** Nothing but our own names: whatever matches can't lead out of the folder. */
const STORED_PATH = /^[0-9a-f]{2}\/[0-9a-f]{32}(\.\d{3,4})?\.[a-z]{3,4}$/;
export const isStoredPath = (path: string): boolean => STORED_PATH.test(path);
