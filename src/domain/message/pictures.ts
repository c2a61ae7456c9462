import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import type { StoredPicture, StoredPictures } from './picture-size.ts';

// Whatever shows a picture keeps it from being swept, letters and comments too; the mark needn't be
// newer than a day.
const named = statement<StoredPicture, { hashes: readonly string[] }>(`
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

const known = statement<StoredPicture, { hashes: readonly string[] }>(
  `
    select id, path, width, height, variants
    from upload
    where hash = any(:hashes::text[]) and stored_at is not null and swept_at is null`,
);

const ADDRESS = /\/uploads\/[0-9a-f]{2}\/([0-9a-f]{32})\b/g;

const hashesIn = (source: string): string[] => [
  ...new Set([...source.matchAll(ADDRESS)].map((match) => match[1] as string)),
];

async function look(ask: typeof known, on: Db | Runner, source: string): Promise<StoredPictures> {
  const hashes = hashesIn(source);
  const rows = hashes.length > 0 ? await ask(on, { hashes }) : [];
  return new Map(rows.map((row) => [row.path, row]));
}

/** Finds the pictures of ours that a message names, and notes that they are used. */
export const findPictures = (on: Db | Runner, source: string): Promise<StoredPictures> =>
  look(named, on, source);

/** The same for a message that is only looked at. */
export const lookUpPictures = (on: Db | Runner, source: string): Promise<StoredPictures> =>
  look(known, on, source);
