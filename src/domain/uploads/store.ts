import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Storage } from '#platform/storage.ts';
import { toVariantPath } from '#platform/stored-path.ts';
import type { EncodedPicture } from './encode-webp.ts';

export const toUploadUrl = (path: string): string => `/uploads/${path}`;

/** Minutes after which a claim expires; a sweep stops at the first failed deletion. */
export const SWEEP_LEASE_MINUTES = 60;
/** Seconds until a retry if the same picture is being swept. */
const SWEPT_RETRY_SECONDS = 10;

// A new upload of an unused picture restarts its time limit. No row during a deletion.
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
 * Stores a picture with variants, once, and returns its URL. The row is inserted before the files
 * and confirmed after them. So no post shows missing files, and the sweep finds every file by its
 * row. Storage runs without a held connection. Throws unavailable.
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
