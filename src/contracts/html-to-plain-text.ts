import { closeGaps } from '#contracts/close-gaps.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import { replaceTags } from '#contracts/replace-tags.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
]);

const BLOCK_END_PATTERN = /<\/(?:p|div|li|h[1-6]|pre|blockquote|tr|td|th|dt|dd|figcaption)>|<br>/g;

/** The character of an HTML numeric reference. */
const toCharacter = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';

const NO_WORDS: MediaWords = { picture: '', video: '' };

/** Text of a tag: a sticker's sign, the word for a picture or video, else nothing. */
function toSign(tag: string, words: MediaWords): string {
  if (tag.startsWith('<img class="emoji"')) return / alt="([^"]*)"/.exec(tag)?.[1] ?? '';
  if (tag.startsWith('<img ')) return words.picture;
  return tag.startsWith('<video ') || tag.startsWith('<iframe ') ? words.video : '';
}

/**
 * Plain text of sanitized HTML, white space folded, stickers as signs. Without `words`, pictures
 * and videos give no text, as search and filters need.
 */
export const htmlToPlainText = (html: string, words: MediaWords = NO_WORDS): string =>
  closeGaps(
    replaceTags(html.replace(BLOCK_END_PATTERN, ' '), (tag) => toSign(tag, words))
      .replace(
        /&(?:(amp|lt|gt|quot|nbsp)|#(\d+));/g,
        (_, name: string | undefined, code: string) =>
          name ? (ENTITIES.get(name) as string) : toCharacter(Number(code)),
      )
      .replace(/\s+/gu, ' ')
      .trim(),
  );
