import { parseStickerAddress } from '#contracts/stickers.ts';
import { type Element, getAttribute } from './html-tree.ts';

/* Stickers are pictures in HTML and a sign in plain text, so that lists and feeds show them too. */

/** The sticker's name; undefined for other images. All sites of the community use the same path. */
export function parseStickerName(image: Element, siteHost: string | undefined): string | undefined {
  const src = (getAttribute(image, 'src') ?? '').trim();
  const own = [`https://${siteHost}/`, `http://${siteHost}/`].find((origin) =>
    src.startsWith(origin),
  );
  return parseStickerAddress(own ? src.slice(own.length) : src);
}

/** The file servers' answer for missing stickers. */
export const NEUTRAL_STICKER_PATH = '/assets/image/raccoon/neutral.gif';
export const isStickerPath = (url: string): boolean =>
  /^\/assets\/image\/raccoon\/[^/?#]{1,200}\.gif(?:[?#]|$)/.test(url);
