import { allowedFrameUrl, FRAME_ATTRIBUTES } from '#contracts/iframes.ts';
import { MAX_PHONE_WIDTH } from '#contracts/limits.ts';
import { stickerAttributes } from '#contracts/stickers.ts';
import { PROSE_WIDTH } from '#platform/limits.ts';
import {
  createElement,
  type Element,
  findElements,
  getAttribute,
  isElement,
  type ParentNode,
  removeAttributes,
  replaceNode,
  setAttributes,
  setAttributesLast,
  setChildren,
} from './html-tree.ts';
import { type StoredPictures, setPictureSize } from './picture-size.ts';
import { resolveMedia } from './resolve-url.ts';
import { parseStickerName } from './stickers.ts';

/* Frames, pictures, stickers, videos. Generated attributes come last, in a fixed order. */

/** Removes frames of other hosts (R13). Returns their addresses. */
export function removeDisallowedFrames(root: ParentNode, hosts: readonly string[]): string[] {
  const removed: string[] = [];
  for (const frame of findElements(root, 'iframe')) {
    const src = getAttribute(frame, 'src') ?? '';
    const safe =
      getAttribute(frame, 'srcdoc') === undefined ? allowedFrameUrl(src, hosts) : undefined;
    if (!safe) {
      removed.push(src);
      replaceNode(frame);
      continue;
    }
    frame.attrs = [];
    setAttributes(frame, { src: safe, ...FRAME_ATTRIBUTES });
  }
  return removed;
}

export interface FinishedPictures {
  /** Addresses of pictures, in order, without stickers. */
  found: string[];
  /** Ids of uploaded pictures. */
  uploads: number[];
}

/** Without it, clients that narrow a picture would distort it: the height attribute stays. */
const KEEP_ASPECT_RATIO_STYLE = 'height:auto';
const GENERATED_ATTRIBUTES = ['srcset', 'sizes', 'loading', 'decoding', 'referrerpolicy', 'style'];

const createStickerElement = (name: string): Element =>
  createElement('img', {
    ...stickerAttributes(name),
    loading: 'lazy',
    decoding: 'async',
    style: KEEP_ASPECT_RATIO_STYLE,
  });

export function finishPictures(
  root: ParentNode,
  known: StoredPictures | undefined,
  siteHost: string | undefined,
): FinishedPictures {
  const found: string[] = [];
  const uploads = new Set<number>();
  for (const image of findElements(root, 'img')) {
    const sticker = parseStickerName(image, siteHost);
    if (sticker !== undefined) {
      replaceNode(image, createStickerElement(sticker));
      continue;
    }
    const src = getAttribute(image, 'src') ?? '';
    // Skips addresses relative to the page, which no author can have meant.
    const target = /^\s*(?:https?:|\/)/i.test(src) ? resolveMedia(src, siteHost) : undefined;
    if (!target) {
      replaceNode(image);
      continue;
    }
    found.push(src);
    removeAttributes(image, ...GENERATED_ATTRIBUTES);
    for (const name of ['width', 'height'])
      if (!/^[1-9]\d{0,4}$/.test(getAttribute(image, name) ?? '')) removeAttributes(image, name);
    if (getAttribute(image, 'alt') === undefined) setAttributes(image, { alt: '' });
    const ownPicture =
      known &&
      setPictureSize(image, known, { host: siteHost, column: PROSE_WIDTH, phone: MAX_PHONE_WIDTH });
    if (ownPicture) uploads.add(ownPicture.id);
    setAttributesLast(image, {
      loading: 'lazy',
      decoding: 'async',
      ...(target.externalUrl ? { referrerpolicy: 'no-referrer' } : {}),
      ...(getAttribute(image, 'height') === undefined ? {} : { style: KEEP_ASPECT_RATIO_STYLE }),
    });
  }
  return { found, uploads: [...uploads] };
}

/** External addresses of pictures and videos, frames included: anybody can upload a video there. */
export const findExternalMedia = (root: ParentNode, siteHost: string | undefined): string[] =>
  findElements(root, 'img', 'video', 'source', 'iframe').flatMap((element) =>
    ['src', 'poster'].flatMap(
      (name) => resolveMedia(getAttribute(element, name) ?? '', siteHost)?.externalUrl ?? [],
    ),
  );

/** Removes videos that can't be loaded, and gives the others controls. */
export function finishVideos(root: ParentNode, siteHost: string | undefined): void {
  const keepPlayable = (element: Element, name: string): boolean => {
    const address = getAttribute(element, name);
    if (address === undefined) return false;
    if (resolveMedia(address, siteHost)) return true;
    removeAttributes(element, name);
    return false;
  };
  for (const video of findElements(root, 'video')) {
    keepPlayable(video, 'poster');
    removeAttributes(video, 'srcset', 'sizes');
    const hasOwnSource = keepPlayable(video, 'src');
    for (const source of findElements(video, 'source')) {
      removeAttributes(source, 'srcset', 'sizes');
      if (source.parentNode !== video || !keepPlayable(source, 'src')) replaceNode(source);
    }
    if (hasOwnSource || findElements(video, 'source').length > 0)
      setAttributesLast(video, { controls: '' });
    else replaceNode(video, ...video.childNodes);
  }
  for (const source of findElements(root, 'source'))
    if (
      !source.parentNode ||
      !isElement(source.parentNode) ||
      source.parentNode.tagName !== 'video'
    )
      replaceNode(source);
}

export const findVideos = (root: ParentNode): string[] =>
  findElements(root, 'video', 'source', 'iframe').flatMap(
    (element) => getAttribute(element, 'src') ?? [],
  );

/** Removes attributes that load something from elements that may not have them. */
export function removeMisplacedAttributes(root: ParentNode): void {
  const ELEMENTS_OF_ATTRIBUTE: ReadonlyMap<string, readonly string[]> = new Map([
    ['src', ['img', 'video', 'source', 'iframe']],
    ['srcset', ['img']],
    ['sizes', ['img']],
    ['poster', ['video']],
    ['srcdoc', ['iframe']],
    ['href', ['a']],
  ]);
  for (const element of findElements(root)) {
    const misplaced = element.attrs
      .filter(({ name }) => ELEMENTS_OF_ATTRIBUTE.get(name)?.includes(element.tagName) === false)
      .map(({ name }) => name);
    if (misplaced.length > 0) removeAttributes(element, ...misplaced);
    if (element.tagName === 'img' || element.tagName === 'source') setChildren(element, []);
  }
}
