import { parseStickerAddress } from '#contracts/stickers.ts';
import { type Element, getAttribute } from './html-tree.ts';

/*
 * Stickers stay pictures (a name that we have no picture for gets a neutral one), and are a sign in
 * plain text, so that a message that is only a sticker says something in lists and feeds too.
 */

/**
 * The name of the sticker that an image is; undefined for other images. The path is the same on
 * each site of the community.
 */
export function parseStickerName(image: Element, siteHost: string | undefined): string | undefined {
  const src = (getAttribute(image, 'src') ?? '').trim();
  const own = [`https://${siteHost}/`, `http://${siteHost}/`].find((origin) =>
    src.startsWith(origin),
  );
  return parseStickerAddress(own ? src.slice(own.length) : src);
}

/** What the servers of files give for an address of a sticker that isn't there. */
export const NEUTRAL_STICKER_PATH = '/assets/image/raccoon/neutral.gif';
export const isStickerPath = (url: string): boolean =>
  /^\/assets\/image\/raccoon\/[^/?#]{1,200}\.gif(?:[?#]|$)/.test(url);
