import { stemmer } from 'stemmer';

/*
 * English words are found with other endings: "disconnecting" finds "disconnects". Porter's rules,
 * in one function for index, query and highlight.
 */

/**
 * Stands before a stem that isn't a word of the text itself, so that "batteri" is never taken for
 * one; no token begins with it.
 */
export const STEM_MARK = '~';

/** What has an ending: names, versions and short words haven't. */
const STEMMED_PATTERN = /^[a-z]{4,}$/;
const MIN_STEM_LENGTH = 3;

/**
 * What a folded English word is without its ending, often the word itself; undefined for words that
 * have none.
 */
export function stemWord(word: string): string | undefined {
  if (!STEMMED_PATTERN.test(word)) return undefined;
  const stem = stemmer(word);
  return stem.length >= MIN_STEM_LENGTH ? stem : word;
}
