import { toVariantPath } from '#platform/stored-path.ts';
import { type Element, getAttribute, setAttributes, setAttributesLast } from './html-tree.ts';

/** An uploaded picture, as messages show it. */
export interface StoredPicture {
  id: number;
  path: string;
  width: number;
  height: number;
  variants: number[];
}

/** Uploaded pictures by path. */
export type StoredPictures = ReadonlyMap<string, StoredPicture>;

const toOwnPath = (src: string, siteHost: string | undefined): string | undefined => {
  const { host, pathname } = new URL(src, 'https://forum.invalid/');
  return (host === 'forum.invalid' || host === siteHost) && pathname.startsWith('/uploads/')
    ? pathname.slice('/uploads/'.length)
    : undefined;
};

/**
 * Adds the size of an uploaded picture, so that the page doesn't shift, and its variants. A smaller
 * width set by the author stays. Returns the picture; undefined for pictures of other sites.
 */
export function setPictureSize(
  image: Element,
  pictures: StoredPictures,
  site: { host: string | undefined; column: number; phone: number },
): StoredPicture | undefined {
  const src = getAttribute(image, 'src') ?? '';
  const path = URL.canParse(src, 'https://forum.invalid/') ? toOwnPath(src, site.host) : undefined;
  const picture = path === undefined ? undefined : pictures.get(path);
  if (!picture) return undefined;
  const requestedWidth = Number(getAttribute(image, 'width'));
  const width =
    requestedWidth > 0 && requestedWidth < picture.width ? requestedWidth : picture.width;
  setAttributes(image, {
    width: String(width),
    height: String(Math.max(1, Math.round((width * picture.height) / picture.width))),
  });
  if (picture.variants.length === 0) return picture;
  const variants = picture.variants.map(
    (variant) => `${src.replace(picture.path, toVariantPath(picture.path, variant))} ${variant}w`,
  );
  setAttributesLast(image, {
    srcset: [...variants, `${src} ${picture.width}w`].join(', '),
    sizes:
      width < site.column ? `${width}px` : `(max-width: ${site.phone}px) 100vw, ${site.column}px`,
  });
  return picture;
}
