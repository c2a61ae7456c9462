import { stemmer } from 'stemmer';

/* Porter's stemming rules for index, query and highlight: "disconnecting" finds "disconnects". */

/** Prefix of stems, so that "batteri" isn't confused with a word; no token begins with it. */
export const STEM_MARK = '~';

/** Words that may have an ending; names, versions and short words don't. */
const STEMMED_PATTERN = /^[a-z]{4,}$/;
const MIN_STEM_LENGTH = 3;

/** The stem of a folded English word; undefined if stemming doesn't apply. */
export function stemWord(word: string): string | undefined {
  if (!STEMMED_PATTERN.test(word)) return undefined;
  const stem = stemmer(word);
  return stem.length >= MIN_STEM_LENGTH ? stem : word;
}
