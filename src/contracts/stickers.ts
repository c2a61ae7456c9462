/*
 * Stickers: `<img class="emoji" title="agree" src="/assets/image/raccoon/[agree].gif" alt="👍">`.
 * scripts/draw-stickers.ts draws the pictures in public/assets/image/raccoon.
 */

/** Each sticker in plain text. */
export const STICKER_SIGNS = {
  agree: '👍',
  disagree: '👎',
  ok: '👌',
  good: '👍',
  smile: '😊',
  happy: '😄',
  laugh: '😂',
  grin: '😁',
  wink: '😉',
  cool: '😎',
  love: '😍',
  like: '❤️',
  kiss: '😘',
  shy: '😳',
  naughty: '😜',
  sad: '😢',
  cry: '😭',
  angry: '😠',
  shock: '😱',
  surprise: '😮',
  doubt: '🤔',
  think: '🤔',
  question: '❓',
  sweat: '😓',
  awkward: '😅',
  speechless: '😑',
  sleep: '😴',
  tired: '😫',
  dizzy: '😵',
  sick: '🤒',
  thanks: '🙏',
  please: '🙏',
  cheer: '💪',
  clap: '👏',
  hello: '👋',
  bye: '👋',
  celebrate: '🎉',
  coffee: '☕',
  work: '💻',
  watch: '👀',
} as const;

export type StickerName = keyof typeof STICKER_SIGNS;

export const STICKER_NAMES = Object.keys(STICKER_SIGNS) as readonly StickerName[];

export const isStickerName = (name: string): name is StickerName =>
  Object.hasOwn(STICKER_SIGNS, name);

/** For unknown stickers. */
const UNKNOWN_SIGN = '🙂';
/** CSS pixels. */
const STICKER_PIXELS = 48;

const STICKER_ADDRESS =
  /^(?:\.{0,2}\/)*assets\/image\/raccoon\/(?:\[|%5b)([\w-]{1,40})(?:\]|%5d)\.gif$/i;

/** A sticker's name from an address of this site; undefined for other pictures. */
export const parseStickerAddress = (address: string): string | undefined =>
  STICKER_ADDRESS.exec(address)?.[1]?.toLowerCase();

export const toStickerAddress = (name: string): string => `/assets/image/raccoon/[${name}].gif`;

/** A sticker's attributes in a message; the sanitizer adds those of every picture. */
export const stickerAttributes = (name: string): Record<string, string> => ({
  class: 'emoji',
  title: name,
  src: toStickerAddress(name),
  alt: isStickerName(name) ? STICKER_SIGNS[name] : UNKNOWN_SIGN,
  width: String(STICKER_PIXELS),
  height: String(STICKER_PIXELS),
});
