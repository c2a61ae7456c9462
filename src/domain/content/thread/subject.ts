import { countCharacters } from '#contracts/characters.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_SUBJECT_CHARACTERS, MIN_SUBJECT_CHARACTERS } from '#contracts/limits.ts';
import { isBlank, normalizeLine } from '#contracts/text-lines.ts';
import { filterLine, type SensitiveWord, type WordFilter } from '../../message/word-filter.ts';

/** Normalizes a subject for storage. Throws `length` (R23). */
export function normalizeSubject(subject: string): string {
  const line = normalizeLine(subject);
  const length = countCharacters(line);
  if (length < MIN_SUBJECT_CHARACTERS || length > MAX_SUBJECT_CHARACTERS || isBlank(line))
    throw new AppError('length', {
      values: { context: 'subject', min: MIN_SUBJECT_CHARACTERS, max: MAX_SUBJECT_CHARACTERS },
    });
  return line;
}

/** Replaces words of a subject and collects its sensitive words (R14). Throws `length`. */
export function filterSubject(
  wordFilter: WordFilter,
  sent: string,
): { subject: string; listed: SensitiveWord[] } {
  const { text, sensitiveWords } = filterLine(wordFilter, normalizeSubject(sent));
  return { subject: normalizeSubject(text), listed: sensitiveWords };
}
