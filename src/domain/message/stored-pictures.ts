import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { StoredPicture, StoredPictures } from './picture-size.ts';

// Any message that shows a picture protects it from the sweep; the mark needs a precision of a day.
const markPicturesUsed = statement<StoredPicture, { hashes: readonly string[] }>(`
  with found as (
    select
      id,
      path,
      width,
      height,
      variants,
      used_at
    from upload
    where hash = any(:hashes::text[]) and stored_at is not null and swept_at is null
  ),
  marked as (
    update upload
    set used_at = now()
    from found
    where upload.id = found.id
      and (found.used_at is null or found.used_at < now() - interval '1 day')
  )
  select id, path, width, height, variants
  from found`);

const selectPictures = statement<StoredPicture, { hashes: readonly string[] }>(
  `
    select id, path, width, height, variants
    from upload
    where hash = any(:hashes::text[]) and stored_at is not null and swept_at is null`,
);

const UPLOAD_ADDRESS = /\/uploads\/[0-9a-f]{2}\/([0-9a-f]{32})\b/g;

const findUploadHashes = (source: string): string[] => [
  ...new Set([...source.matchAll(UPLOAD_ADDRESS)].map((match) => match[1] as string)),
];

async function queryPictures(
  query: typeof selectPictures,
  on: Db | Runner,
  source: string,
): Promise<StoredPictures> {
  const hashes = findUploadHashes(source);
  const rows = hashes.length > 0 ? await query(on, { hashes }) : [];
  return new Map(rows.map((row) => [row.path, row]));
}

/** Finds the uploaded pictures in a message, and marks them as used. */
export const findAndMarkPictures = (on: Db | Runner, source: string): Promise<StoredPictures> =>
  queryPictures(markPicturesUsed, on, source);

/** The same for previews, without the mark. */
export const lookUpPictures = (on: Db | Runner, source: string): Promise<StoredPictures> =>
  queryPictures(selectPictures, on, source);
