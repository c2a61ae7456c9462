import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { variantPath } from '#platform/storage.ts';

/** A picture of ours, as messages show it. */
export interface StoredPicture {
  id: number;
  path: string;
  width: number;
  height: number;
  variants: number[];
}

/** Pictures of ours by their path. */
export type StoredPictures = ReadonlyMap<string, StoredPicture>;

// Whatever shows a picture keeps it from being swept, letters and comments too; the mark needn't be newer than a day.
const named = statement<StoredPicture>(`
  with found as (
    select id, path, width, height, variants, used_at from upload where hash = any($1::text[]) and stored_at is not null and swept_at is null
  ), marked as (
    update upload set used_at = now() from found where upload.id = found.id and (found.used_at is null or found.used_at < now() - interval '1 day')
  )
  select id, path, width, height, variants from found`);

const known = statement<StoredPicture>(`select id, path, width, height, variants from upload where hash = any($1::text[]) and stored_at is not null and swept_at is null`);

const ADDRESS = /\/uploads\/[0-9a-f]{2}\/([0-9a-f]{32})\b/g;

const hashesIn = (source: string): string[] => [...new Set([...source.matchAll(ADDRESS)].map((match) => match[1] as string))];

async function look(ask: typeof known, on: Db | Runner, source: string): Promise<StoredPictures> {
  const hashes = hashesIn(source);
  const rows = hashes.length > 0 ? await ask(on, [hashes]) : [];
  return new Map(rows.map((row) => [row.path, row]));
}

/** Finds the pictures of ours that a message names, and notes that they are used. */
export const findPictures = (on: Db | Runner, source: string): Promise<StoredPictures> => look(named, on, source);

/** The same for a message that is only looked at. */
export const lookUpPictures = (on: Db | Runner, source: string): Promise<StoredPictures> => look(known, on, source);

const ownPath = (src: string, siteHost: string | undefined): string | undefined => {
  const { host, pathname } = new URL(src, 'https://forum.invalid/');
  return (host === 'forum.invalid' || host === siteHost) && pathname.startsWith('/uploads/') ? pathname.slice('/uploads/'.length) : undefined;
};

/**
 * Says how large a picture of ours is, so that the page doesn't shift when it arrives, and which variants there are.
 * Who made it smaller than it is keeps the width that they chose. Returns the picture; undefined for one of others.
 */
export function dressPicture(image: Element, pictures: StoredPictures, site: { host: string | undefined; column: number; phone: number }): StoredPicture | undefined {
  const src = image.getAttribute('src') ?? '';
  const path = URL.canParse(src, 'https://forum.invalid/') ? ownPath(src, site.host) : undefined;
  const picture = path === undefined ? undefined : pictures.get(path);
  if (!picture) return undefined;
  const wished = Number(image.getAttribute('width'));
  const width = Number.isInteger(wished) && wished > 0 && wished < picture.width ? wished : picture.width;
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(Math.max(1, Math.round((width * picture.height) / picture.width))));
  for (const name of ['srcset', 'sizes']) image.removeAttribute(name);
  if (picture.variants.length === 0) return picture;
  const variants = picture.variants.map((one) => `${src.replace(picture.path, variantPath(picture.path, one))} ${one}w`);
  image.setAttribute('srcset', [...variants, `${src} ${picture.width}w`].join(', '));
  image.setAttribute('sizes', width < site.column ? `${width}px` : `(max-width: ${site.phone}px) 100vw, ${site.column}px`);
  return picture;
}
