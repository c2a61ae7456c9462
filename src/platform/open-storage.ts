import type { Env } from './env.ts';
import { createLocalStorage, getUploadsFolder } from './local-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** One per bucket, so that its limits apply to the whole process. */
const storageByUrl = new Map<string, Storage>();

/** The operator's storage: STORAGE_URL, or a folder below DATA_DIR. */
export function openStorage({
  STORAGE_URL,
  DATA_DIR,
}: Pick<Env, 'STORAGE_URL' | 'DATA_DIR'>): Storage {
  if (!STORAGE_URL) return createLocalStorage(getUploadsFolder(DATA_DIR));
  const storage = storageByUrl.get(STORAGE_URL) ?? createS3Storage(STORAGE_URL);
  storageByUrl.set(STORAGE_URL, storage);
  return storage;
}
