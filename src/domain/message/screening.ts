import AhoCorasick from 'modern-ahocorasick';
import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { fold, foldWord } from './fold.ts';

/** A sensitive word (R14): it is refused, lets the text wait for a moderator, or is replaced. */
export interface Listed {
  word: string;
  action: 'ban' | 'review' | 'replace';
  replacement: string;
}

/** A place in a text where a listed word stands. */
export interface Finding {
  start: number;
  end: number;
  listed: Listed;
}

/** Finds the listed words in a text, however they are written. */
export interface Screen {
  (text: string): Finding[];
  /** What it looks for: another thread makes its own screen of them. */
  readonly words: readonly Listed[];
}

/** Letters of scripts that part words by spaces: a listed word is there only as a whole one. */
const SPELLED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const spelled = (character: string | undefined): boolean =>
  character !== undefined && SPELLED.test(character.normalize('NFKC'));

/** Whether both ends of what was found are ends of a word: "class" holds no other. */
function isWhole(text: string, start: number, end: number): boolean {
  const begun = spelled(text[start - 1]) && spelled(text[start]);
  const goesOn = spelled(text[end - 1]) && spelled(text[end]);
  return !begun && !goesOn;
}

export function createScreen(words: readonly Listed[]): Screen {
  let automaton: AhoCorasick<Listed> | undefined;
  const made = (): AhoCorasick<Listed> | undefined => {
    const patterns = words
      .map((listed) => ({ pattern: foldWord(listed.word), data: listed }))
      .filter((one) => one.pattern !== '');
    return patterns.length > 0 ? new AhoCorasick<Listed>(patterns) : undefined;
  };
  const find = (text: string): Finding[] => {
    if (words.length === 0) return [];
    automaton ??= made();
    if (!automaton) return [];
    const folded = fold(text);
    return automaton
      .search(folded.text)
      .map((match) => ({
        start: folded.starts[match.start] as number,
        end: folded.ends[match.end - 1] as number,
        listed: match.data as Listed,
      }))
      .filter((found) => isWhole(text, found.start, found.end));
  };
  return Object.assign(find, { words });
}

/**
 * What is replaced of what was found: from the left, the longest of those that begin at the same
 * place, none twice.
 */
export function replacements(findings: readonly Finding[]): Finding[] {
  const chosen: Finding[] = [];
  const candidates = findings
    .filter((found) => found.listed.action === 'replace')
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const one of candidates) if (one.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(one);
  return chosen;
}

export interface Screened {
  text: string;
  listed: Listed[];
}

/**
 * A text without markup, such as a subject or a name: with the words replaced that are, and all
 * that were found.
 */
export function screenLine(screen: Screen, text: string): Screened {
  const findings = screen(text);
  let made = '';
  let at = 0;
  for (const { start, end, listed } of replacements(findings)) {
    made += text.slice(at, start) + listed.replacement;
    at = end;
  }
  return { text: made + text.slice(at), listed: findings.map((found) => found.listed) };
}

/**
 * Throws `verify` with the words that may not be published; otherwise tells whether a moderator has
 * to look at it.
 */
export function judge(listed: readonly Listed[]): { review: boolean } {
  const banned = listed.filter((one) => one.action === 'ban').map((one) => one.word);
  if (banned.length > 0) throw new AppError('verify', { payload: [...new Set(banned)] });
  return { review: listed.some((one) => one.action === 'review') };
}

/** SQL of a text that changes whenever the list does. */
export const listVersionSql = `
  (
    select concat(count(*), '/', extract(epoch from max(updated_at)))
    from sensitive_word
    where enabled
  )`;
const versionOf = statement<{ version: string }>(`select ${listVersionSql} as version`);
const wordsOf = statement<Listed>(
  `select word, action, replacement from sensitive_word where enabled order by id`,
);

let current: { version: string; screen: Screen } = { version: '', screen: createScreen([]) };

/**
 * The screen of the list as it is now; made anew when the list has changed. `version` when the
 * caller knows it already.
 */
export async function readScreen(on: Db | Runner, version?: string): Promise<Screen> {
  const now = version ?? (await versionOf(on))[0]?.version ?? '';
  if (current.version !== now) current = { version: now, screen: createScreen(await wordsOf(on)) };
  return current.screen;
}
