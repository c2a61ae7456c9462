import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Storage } from '#platform/storage.ts';
import { toVariantPath } from '#platform/stored-path.ts';
import type { EncodedPicture } from './encode-webp.ts';

/** Where a stored file is served. */
export const toUploadUrl = (path: string): string => `/uploads/${path}`;

/**
 * Minutes after which a sweep that has claimed a row is taken for dead. It stops at the first file
 * that it can't remove.
 */
export const SWEEP_LEASE_MINUTES = 60;
/** Seconds after which somebody may try again whose picture is being swept at this moment. */
const SWEPT_RETRY_SECONDS = 10;

// Whoever uploads again what nothing uses yet gets the whole time to use it. None when the files
// are being removed right now.
const claimUpload = statement<
  { id: number; stored: boolean },
  {
    hash: string;
    path: string;
    mime: string;
    bytes: number;
    width: number;
    height: number;
    widths: readonly number[];
    userId: number;
  }
>(`
  insert into upload (
    hash,
    path,
    mime,
    bytes,
    width,
    height,
    variants,
    user_id,
    stored_at
  )
  values (:hash, :path, :mime, :bytes, :width, :height, :widths, :userId, null)
  on conflict (hash) do update
    set
      created_at = case when upload.used_at is null then now() else upload.created_at end,
      stored_at = case when upload.swept_at is null then upload.stored_at end,
      swept_at = null
  where upload.swept_at is null
    or upload.swept_at < now() - interval '${SWEEP_LEASE_MINUTES} minutes'
  returning id, stored_at is not null as stored`);
const confirmUpload = statement<unknown, { id: number }>(
  `update upload set stored_at = now() where id = :id and swept_at is null returning 1`,
);

const getStoredPaths = (path: string, widths: readonly number[]): string[] => [
  ...widths.map((width) => toVariantPath(path, width)),
  path,
];

export async function deleteFiles(
  storage: Storage,
  path: string,
  widths: readonly number[],
): Promise<void> {
  for (const file of getStoredPaths(path, widths)) await storage.remove(file);
}

/**
 * Stores a picture with its variants, once, and resolves with its address. The row stands before
 * the files and is confirmed after them: nothing shows a picture whose files aren't there, and no
 * file is without a row that the sweep can find it by. No connection is held while the storage
 * works. Throws unavailable.
 */
export async function storePicture(
  db: Db,
  storage: Storage,
  userId: number,
  picture: EncodedPicture,
): Promise<string> {
  const { hash, path, mime, bytes, width, height, variants } = picture;
  const widths = variants.map((variant) => variant.width);
  const [row] = await claimUpload(db, {
    hash,
    path,
    mime,
    bytes: bytes.length,
    width,
    height,
    widths,
    userId,
  });
  if (!row) throw new AppError('unavailable', { retryAfter: SWEPT_RETRY_SECONDS });
  if (row.stored && (await storage.has(path))) return toUploadUrl(path);
  await Promise.all(
    variants.map((variant) => storage.put(toVariantPath(path, variant.width), variant.bytes)),
  );
  await storage.put(path, bytes);
  if ((await confirmUpload(db, { id: row.id })).length === 0)
    throw new AppError('unavailable', { retryAfter: SWEPT_RETRY_SECONDS });
  return toUploadUrl(path);
}
