import { allowedFrameUrl, FRAME_ATTRIBUTES } from '#contracts/iframes.ts';
import { MAX_PHONE_WIDTH, PROSE_WIDTH } from '#contracts/limits.ts';
import { mediaTarget } from './addresses.ts';
import { type StoredPictures, sizePicture } from './picture-size.ts';
import { STICKER_SIZE, stickerAddress, stickerName, stickerSign } from './stickers.ts';
import {
  attribute,
  createElement,
  type Element,
  elementsOf,
  isElement,
  type ParentNode,
  putLast,
  removeAttributes,
  replaceNode,
  setAttributes,
  setChildren,
} from './tree.ts';

/*
 * Frames, pictures, stickers and videos of messages. Attributes that are made here stand last, in
 * one order.
 */

/**
 * Leaves the frames of allowed hosts (R13). Returns the addresses of those that were taken out, and
 * how many stay.
 */
export function judgeFrames(
  root: ParentNode,
  hosts: readonly string[],
): { removed: string[]; kept: number } {
  const removed: string[] = [];
  let kept = 0;
  for (const frame of elementsOf(root, 'iframe')) {
    const src = attribute(frame, 'src') ?? '';
    const safe = attribute(frame, 'srcdoc') === undefined ? allowedFrameUrl(src, hosts) : undefined;
    if (!safe) {
      removed.push(src);
      replaceNode(frame);
      continue;
    }
    kept++;
    frame.attrs = [];
    setAttributes(frame, { src: safe, ...FRAME_ATTRIBUTES });
  }
  return { removed, kept };
}

export interface FoundPictures {
  /** Addresses of pictures, in order; stickers are none. */
  found: string[];
  /** Ids of those that are ours. */
  uploads: number[];
}

/** Clients that make a picture narrower would distort it by the attribute alone. */
const KEEPS_ITS_SHAPE = 'height:auto';
const MADE = ['srcset', 'sizes', 'loading', 'decoding', 'referrerpolicy', 'style'];

const asSticker = (name: string): Element =>
  createElement('img', {
    class: 'emoji',
    title: name,
    src: stickerAddress(name),
    alt: stickerSign(name),
    width: String(STICKER_SIZE),
    height: String(STICKER_SIZE),
    loading: 'lazy',
    decoding: 'async',
    style: KEEPS_ITS_SHAPE,
  });

export function finishPictures(
  root: ParentNode,
  known: StoredPictures | undefined,
  siteHost: string | undefined,
): FoundPictures {
  const found: string[] = [];
  const uploads = new Set<number>();
  for (const image of elementsOf(root, 'img')) {
    const sticker = stickerName(image, siteHost);
    if (sticker !== undefined) {
      replaceNode(image, asSticker(sticker));
      continue;
    }
    const src = attribute(image, 'src') ?? '';
    // An address that depends on the page's is none that its author can have meant.
    const target = /^\s*(?:https?:|\/)/i.test(src) ? mediaTarget(src, siteHost) : undefined;
    if (!target) {
      replaceNode(image);
      continue;
    }
    found.push(src);
    removeAttributes(image, ...MADE);
    for (const name of ['width', 'height'])
      if (!/^[1-9]\d{0,4}$/.test(attribute(image, name) ?? '')) removeAttributes(image, name);
    if (attribute(image, 'alt') === undefined) setAttributes(image, { alt: '' });
    const ours =
      known &&
      sizePicture(image, known, { host: siteHost, column: PROSE_WIDTH, phone: MAX_PHONE_WIDTH });
    if (ours) uploads.add(ours.id);
    putLast(image, {
      loading: 'lazy',
      decoding: 'async',
      ...(target.foreign ? { referrerpolicy: 'no-referrer' } : {}),
      ...(attribute(image, 'height') === undefined ? {} : { style: KEEPS_ITS_SHAPE }),
    });
  }
  return { found, uploads: [...uploads] };
}

/** Leaves the videos that can be loaded, with the controls that they need. Returns how many. */
export function finishVideos(root: ParentNode, siteHost: string | undefined): number {
  const playable = (element: Element, name: string): boolean => {
    const address = attribute(element, name);
    if (address === undefined) return false;
    if (mediaTarget(address, siteHost)) return true;
    removeAttributes(element, name);
    return false;
  };
  let kept = 0;
  for (const video of elementsOf(root, 'video')) {
    playable(video, 'poster');
    removeAttributes(video, 'srcset', 'sizes');
    const itself = playable(video, 'src');
    for (const source of elementsOf(video, 'source')) {
      removeAttributes(source, 'srcset', 'sizes');
      if (source.parentNode !== video || !playable(source, 'src')) replaceNode(source);
    }
    if (itself || elementsOf(video, 'source').length > 0) {
      putLast(video, { controls: '' });
      kept++;
    } else replaceNode(video, ...video.childNodes);
  }
  for (const source of elementsOf(root, 'source'))
    if (
      !source.parentNode ||
      !isElement(source.parentNode) ||
      source.parentNode.tagName !== 'video'
    )
      replaceNode(source);
  return kept;
}

/** Takes away what frames and pictures alone have: attributes that load something. */
export function dropForeignAttributes(root: ParentNode): void {
  const LOADS: Readonly<Record<string, readonly string[]>> = {
    src: ['img', 'video', 'source', 'iframe'],
    srcset: ['img'],
    sizes: ['img'],
    poster: ['video'],
    srcdoc: ['iframe'],
    href: ['a'],
  };
  for (const element of elementsOf(root)) {
    const foreign = element.attrs
      .filter(({ name }) => LOADS[name] && !LOADS[name]?.includes(element.tagName))
      .map(({ name }) => name);
    if (foreign.length > 0) removeAttributes(element, ...foreign);
    if (element.tagName === 'img' || element.tagName === 'source') setChildren(element, []);
  }
}
