import { closeGaps } from '#contracts/close-gaps.ts';
import { replaceTags } from '#contracts/replace-tags.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
]);

const BLOCK_END_PATTERN = /<\/(?:p|div|li|h[1-6]|pre|blockquote|tr|td|th|dt|dd|figcaption)>|<br>/g;

/** A character by its number, as HTML reads it. */
const toCharacter = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';

/** What a tag says: of a sticker its sign, of any other nothing. */
const toSign = (tag: string): string =>
  tag.startsWith('<img class="emoji"') ? (/ alt="([^"]*)"/.exec(tag)?.[1] ?? '') : '';

/** Sanitized HTML as a reader sees it, white space folded; a sticker is its sign. */
export const htmlToPlainText = (html: string): string =>
  closeGaps(
    replaceTags(html.replace(BLOCK_END_PATTERN, ' '), toSign)
      .replace(
        /&(?:(amp|lt|gt|quot|nbsp)|#(\d+));/g,
        (_, name: string | undefined, code: string) =>
          name ? (ENTITIES.get(name) as string) : toCharacter(Number(code)),
      )
      .replace(/\s+/gu, ' ')
      .trim(),
  );
