import AhoCorasick from 'modern-ahocorasick';
import { AppError } from '#contracts/errors.ts';
import { foldText, foldWord } from './fold-text.ts';

/** A sensitive word (R14): it has a message refused or held for review, or is replaced. */
export interface SensitiveWord {
  word: string;
  action: 'ban' | 'review' | 'replace';
  replacement: string;
}

export interface WordMatch {
  start: number;
  end: number;
  sensitiveWord: SensitiveWord;
}

/** Finds the listed words in a text, in any spelling that foldText folds. */
export interface WordFilter {
  (text: string): WordMatch[];
  /** The sanitizer's thread builds its own filter from them. */
  readonly words: readonly SensitiveWord[];
}

/** Letters of scripts that separate words by spaces: listed words match whole words only. */
const SPELLED_LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const isSpelledLetter = (character: string | undefined): boolean =>
  character !== undefined && SPELLED_LETTER.test(character.normalize('NFKC'));

/** Whether a match begins and ends at word boundaries: "class" contains no other word. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const beginsInsideWord = isSpelledLetter(text[start - 1]) && isSpelledLetter(text[start]);
  const endsInsideWord = isSpelledLetter(text[end - 1]) && isSpelledLetter(text[end]);
  return !beginsInsideWord && !endsInsideWord;
}

export function createWordFilter(words: readonly SensitiveWord[]): WordFilter {
  let automaton: AhoCorasick<SensitiveWord> | undefined;
  const buildAutomaton = (): AhoCorasick<SensitiveWord> | undefined => {
    const patterns = words
      .map((word) => ({ pattern: foldWord(word.word), data: word }))
      .filter((match) => match.pattern !== '');
    return patterns.length > 0 ? new AhoCorasick<SensitiveWord>(patterns) : undefined;
  };
  const find = (text: string): WordMatch[] => {
    if (words.length === 0) return [];
    automaton ??= buildAutomaton();
    if (!automaton) return [];
    const folded = foldText(text);
    return automaton
      .search(folded.text)
      .map((match) => ({
        start: folded.starts[match.start] as number,
        end: folded.ends[match.end - 1] as number,
        sensitiveWord: match.data as SensitiveWord,
      }))
      .filter((found) => isWholeWord(text, found.start, found.end));
  };
  return Object.assign(find, { words });
}

/** The matches to replace, without overlaps: from the left, the longest of each start. */
export function chooseReplacements(findings: readonly WordMatch[]): WordMatch[] {
  const chosen: WordMatch[] = [];
  const candidates = findings
    .filter((found) => found.sensitiveWord.action === 'replace')
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const match of candidates) if (match.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(match);
  return chosen;
}

export interface FilteredLine {
  text: string;
  sensitiveWords: SensitiveWord[];
}

/** Filters plain text, such as a subject or a name: the replaced text, and all words found. */
export function filterLine(wordFilter: WordFilter, text: string): FilteredLine {
  const findings = wordFilter(text);
  let replacedText = '';
  let offset = 0;
  for (const { start, end, sensitiveWord } of chooseReplacements(findings)) {
    replacedText += text.slice(offset, start) + sensitiveWord.replacement;
    offset = end;
  }
  return {
    text: replacedText + text.slice(offset),
    sensitiveWords: findings.map((found) => found.sensitiveWord),
  };
}

/** Throws `verify` with the refused words; otherwise returns whether review is required. */
export function assertAllowed(listed: readonly SensitiveWord[]): { review: boolean } {
  const banned = listed.filter((match) => match.action === 'ban').map((match) => match.word);
  if (banned.length > 0) throw new AppError('verify', { payload: [...new Set(banned)] });
  return { review: listed.some((match) => match.action === 'review') };
}
