/** The variant of a picture that is so many pixels wide. */
export const toVariantPath = (path: string, width: number): string =>
  path.replace(/\.(\w+)$/, `.${width}.$1`);

/** Nothing but our own names: whatever matches can't lead out of the folder. */
const STORED_PATH = /^[0-9a-f]{2}\/[0-9a-f]{32}(\.\d{3,4})?\.[a-z]{3,4}$/;
export const isStoredPath = (path: string): boolean => STORED_PATH.test(path);
