import tinyPinyin from 'tiny-pinyin';

/* Pinyin finds homophones, and text that was typed with the input method off. */

/** Unifies sounds that people confuse: z and zh, final n and ng. */
export const foldSound = (letters: string): string =>
  letters.replace(/([zcs])h/g, '$1').replace(/ng/g, 'n');

/** Pinyin of Chinese text; undefined if a character has no known sound. */
export function toSound(text: string): string | undefined {
  const sound = tinyPinyin.convertToPinyin(text, '', true);
  return /^[a-zü]+$/.test(sound) ? foldSound(sound) : undefined;
}
