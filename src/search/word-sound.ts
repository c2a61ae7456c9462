import tinyPinyin from 'tiny-pinyin';

/*
 * How Chinese is typed: by its sound. Words that sound alike are taken for one another, so a
 * mistyped one is found by its sound, and so is one that was typed with the input method off.
 */

/** Sounds that people don't tell apart are one: z and zh, n and ng at an end. */
export const foldSound = (letters: string): string =>
  letters.replace(/([zcs])h/g, '$1').replace(/ng/g, 'n');

/** The sound of a text in Chinese characters; undefined where one has none that is known. */
export function toSound(text: string): string | undefined {
  const sound = tinyPinyin.convertToPinyin(text, '', true);
  return /^[a-zü]+$/.test(sound) ? foldSound(sound) : undefined;
}
