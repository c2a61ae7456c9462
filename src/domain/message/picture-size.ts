import { toVariantPath } from '#platform/stored-path.ts';
import { attribute, type Element, putLast, setAttributes } from './tree.ts';

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

const ownPath = (src: string, siteHost: string | undefined): string | undefined => {
  const { host, pathname } = new URL(src, 'https://forum.invalid/');
  return (host === 'forum.invalid' || host === siteHost) && pathname.startsWith('/uploads/')
    ? pathname.slice('/uploads/'.length)
    : undefined;
};

/**
 * Says how large a picture of ours is, so that the page doesn't shift when it arrives, and which
 * variants there are. Who made it smaller than it is keeps the width that they chose. Returns the
 * picture; undefined for one of others.
 */
export function sizePicture(
  image: Element,
  pictures: StoredPictures,
  site: { host: string | undefined; column: number; phone: number },
): StoredPicture | undefined {
  const src = attribute(image, 'src') ?? '';
  const path = URL.canParse(src, 'https://forum.invalid/') ? ownPath(src, site.host) : undefined;
  const picture = path === undefined ? undefined : pictures.get(path);
  if (!picture) return undefined;
  const wished = Number(attribute(image, 'width'));
  const width = wished > 0 && wished < picture.width ? wished : picture.width;
  setAttributes(image, {
    width: String(width),
    height: String(Math.max(1, Math.round((width * picture.height) / picture.width))),
  });
  if (picture.variants.length === 0) return picture;
  const variants = picture.variants.map(
    (one) => `${src.replace(picture.path, toVariantPath(picture.path, one))} ${one}w`,
  );
  putLast(image, {
    srcset: [...variants, `${src} ${picture.width}w`].join(', '),
    sizes:
      width < site.column ? `${width}px` : `(max-width: ${site.phone}px) 100vw, ${site.column}px`,
  });
  return picture;
}
