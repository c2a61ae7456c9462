import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { type Storage, variantPath } from '#platform/storage.ts';
import type { Encoded } from './encode.ts';

/** Where a stored file is served. */
export const uploadUrl = (path: string): string => `/uploads/${path}`;

// Whoever uploads again what nothing uses yet gets the whole time to use it; the row stays locked until the files are there.
const enter = statement<{ fresh: boolean }>(`
  insert into upload (hash, path, mime, bytes, width, height, variants, user_id) values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (hash) do update set created_at = case when upload.used_at is null then now() else upload.created_at end returning xmax = 0 as fresh`);

const filesOf = (path: string, widths: readonly number[]): string[] => [...widths.map((width) => variantPath(path, width)), path];

export async function removeFiles(storage: Storage, path: string, widths: readonly number[]): Promise<void> {
  for (const file of filesOf(path, widths)) await storage.remove(file);
}

/**
 * Stores a picture with its variants, once, and resolves with its address. The row is committed when all files are
 * there: a row never names what is missing. A file without a row can be left by a crash only, and does no harm.
 */
export async function keepPicture(db: Db, storage: Storage, userId: number, picture: Encoded): Promise<string> {
  const { hash, path, mime, bytes, width, height, variants } = picture;
  const widths = variants.map((variant) => variant.width);
  await inTransaction(db, async (tx) => {
    const [entered] = await enter(tx, [hash, path, mime, bytes.length, width, height, widths, userId]);
    if (!entered?.fresh && (await storage.has(path))) return;
    try {
      for (const variant of variants) await storage.put(variantPath(path, variant.width), variant.bytes);
      await storage.put(path, bytes);
    } catch (error) {
      if (entered?.fresh) await removeFiles(storage, path, widths).catch(() => {});
      throw error;
    }
  });
  return uploadUrl(path);
}
