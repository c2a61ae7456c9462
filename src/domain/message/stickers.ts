import { type Element, getAttribute } from './html-tree.ts';

/*
 * Stickers of existing clients: `<img class="emoji" title="agree"
 * src="assets/image/raccoon/[agree].gif" alt="agree">`. They stay pictures
 * (public/assets/image/raccoon; a name that we have no picture for gets a neutral one), and are a
 * sign in plain text, so that a message that is only a sticker says something in lists and feeds
 * too.
 */

/** What a sticker says in plain text. Each has its picture; scripts/draw-stickers.ts draws them. */
export const STICKER_SIGNS: ReadonlyMap<string, string> = new Map([
  ['agree', '👍'],
  ['disagree', '👎'],
  ['ok', '👌'],
  ['good', '👍'],
  ['smile', '😊'],
  ['happy', '😄'],
  ['laugh', '😂'],
  ['grin', '😁'],
  ['wink', '😉'],
  ['cool', '😎'],
  ['love', '😍'],
  ['like', '❤️'],
  ['kiss', '😘'],
  ['shy', '😳'],
  ['naughty', '😜'],
  ['sad', '😢'],
  ['cry', '😭'],
  ['angry', '😠'],
  ['shock', '😱'],
  ['surprise', '😮'],
  ['doubt', '🤔'],
  ['think', '🤔'],
  ['question', '❓'],
  ['sweat', '😓'],
  ['awkward', '😅'],
  ['speechless', '😑'],
  ['sleep', '😴'],
  ['tired', '😫'],
  ['dizzy', '😵'],
  ['sick', '🤒'],
  ['thanks', '🙏'],
  ['please', '🙏'],
  ['cheer', '💪'],
  ['clap', '👏'],
  ['hello', '👋'],
  ['bye', '👋'],
  ['celebrate', '🎉'],
  ['coffee', '☕'],
  ['work', '💻'],
  ['watch', '👀'],
]);

/** What stands for a sticker whose name nobody knows. */
const UNKNOWN_SIGN = '🙂';
/** CSS pixels of a sticker. */
export const STICKER_PIXELS = 48;

const STICKER_ADDRESS =
  /^(?:\.{0,2}\/)*assets\/image\/raccoon\/(?:\[|%5b)([\w-]{1,40})(?:\]|%5d)\.gif$/i;

/**
 * The name of the sticker that an image is; undefined for other images. The path is the same on
 * each site of the community.
 */
export function parseStickerName(image: Element, siteHost: string | undefined): string | undefined {
  const src = (getAttribute(image, 'src') ?? '').trim();
  const own = [`https://${siteHost}/`, `http://${siteHost}/`].find((origin) =>
    src.startsWith(origin),
  );
  return STICKER_ADDRESS.exec(own ? src.slice(own.length) : src)?.[1]?.toLowerCase();
}

/** What the servers of files give for an address of a sticker that isn't there. */
export const NEUTRAL_STICKER_PATH = '/assets/image/raccoon/neutral.gif';
export const isStickerPath = (url: string): boolean =>
  /^\/assets\/image\/raccoon\/[^/?#]{1,200}\.gif(?:[?#]|$)/.test(url);

export const toStickerAddress = (name: string): string => `/assets/image/raccoon/[${name}].gif`;
export const toStickerSign = (name: string): string => STICKER_SIGNS.get(name) ?? UNKNOWN_SIGN;
