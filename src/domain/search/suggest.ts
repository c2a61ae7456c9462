import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { getChineseSegmenter } from '#search/chinese-segmenter.ts';
import { editDistance } from '#search/edit-distance.ts';
import { foldForSearch } from '#search/fold-for-search.ts';
import { stemWord } from '#search/stem-word.ts';
import {
  HAN_PATTERN,
  isSingleCharacter,
  replaceRuns,
  type ScriptRun,
  splitByScript,
} from '#search/tokenize.ts';
import { foldSound, toSound } from '#search/word-sound.ts';
import type { ReadContext } from '../read-context.ts';
import { executePlan } from './candidates.ts';
import { planSearch, type ThreadQuery } from './plan.ts';

/*
 * "Did you mean": for words that hardly any post has, one that sounds the same in Chinese, or is
 * written nearly so in other scripts (refresh-words.ts has the words).
 */

/** With fewer threads that have all words, some of them may be mistyped. */
const FEW_HITS = 3;
/** Words of a keyword that others are looked for; the rest stays as it is. */
const MAX_UNKNOWN_WORDS = 3;
/** Characters of a stretch of Chinese that is looked at, and of a word in it. */
const MAX_HAN_RUN = 16;
const MAX_HAN_WORD = 6;
const MAX_NEIGHBOURS = 40;
const LETTERS_PATTERN = /^[[\p{L}\p{M}]--\p{Script=Han}]{4,32}$/v;

const selectKnown = statement<{ word: string }, { words: readonly string[] }>(
  'select word from search_word where word = any(:words::text[])',
);
const selectBySound = statement<
  { word: string; sound: string; posts: number },
  { sounds: readonly string[] }
>(`
  select word, sound, posts
  from search_word
  where sound = any(:sounds::text[])
  order by posts desc`);
// The nearest by trigrams, read from the index in their order: no threshold, no sort.
const selectNeighbours = statement<
  { asked: string; word: string; posts: number },
  { words: readonly string[] }
>(`
  select asked.word as asked, near.word, near.posts
  from unnest(:words::text[]) as asked(word)
  cross join lateral (
    select w.word, w.posts
    from search_word w
    order by w.sound <-> asked.word
    limit ${MAX_NEIGHBOURS}
  ) near`);

/** A stretch of Chinese as jieba cuts it. */
const cutHan = (text: string): string[] =>
  text.length <= MAX_HAN_RUN ? getChineseSegmenter().cut(text, false) : [];

/** Pieces in a row of which one isn't a word by itself: what may be one word, mistyped. */
function findWindows(pieces: readonly string[], known: ReadonlySet<string>): string[] {
  const windows: string[] = [];
  for (let from = 0; from < pieces.length; from++)
    for (let to = from + 1; to <= pieces.length; to++) {
      const inside = pieces.slice(from, to);
      const window = inside.join('');
      const length = [...window].length;
      if (length > MAX_HAN_WORD) break;
      if (length > 1 && inside.some((piece) => isSingleCharacter(piece) || !known.has(piece)))
        windows.push(window);
    }
  return windows;
}

/** Whether a word may stand for a mistyped one: short words differ by one letter, others by two. */
function isNear(asked: string, word: string): boolean {
  const stem = stemWord(asked);
  return (
    word !== asked &&
    (stem === undefined || stemWord(word) !== stem) &&
    editDistance(asked, word) <= (asked.length < 6 ? 1 : 2)
  );
}

interface Replacements {
  /** By a word of letters. */
  letters: ReadonlyMap<string, string>;
  /** By the sound of Chinese. */
  sounds: ReadonlyMap<string, string>;
}

async function findReplacements(
  db: Db,
  unknown: readonly string[],
  windows: readonly string[],
): Promise<Replacements> {
  const soundOf = (word: string) => (HAN_PATTERN.test(word) ? toSound(word) : foldSound(word));
  const [alike, neighbours] = await Promise.all([
    selectBySound(db, { sounds: [...windows, ...unknown].flatMap((one) => soundOf(one) ?? []) }),
    unknown.length > 0 ? selectNeighbours(db, { words: unknown }) : [],
  ]);
  const sounds = new Map<string, string>();
  for (const { word, sound } of alike)
    if (HAN_PATTERN.test(word) && !sounds.has(sound)) sounds.set(sound, word);
  const letters = new Map<string, string>();
  for (const asked of unknown) {
    const near = neighbours
      .filter((neighbour) => neighbour.asked === asked && isNear(asked, neighbour.word))
      .map((neighbour) => ({ ...neighbour, distance: editDistance(asked, neighbour.word) }))
      .sort((a, b) => a.distance - b.distance || b.posts - a.posts)[0];
    const word = near?.word ?? sounds.get(foldSound(asked));
    if (word !== undefined) letters.set(asked, word);
  }
  return { letters, sounds };
}

/** The text with the longest mistyped word in it replaced. */
function replaceHan(text: string, windows: readonly string[], { sounds }: Replacements): string {
  const inside = windows
    .filter((window) => text.includes(window))
    .sort((a, b) => b.length - a.length);
  for (const window of inside) {
    const word = sounds.get(toSound(window) ?? '');
    if (word !== undefined && word !== window && [...word].length === [...window].length)
      return text.replace(window, word);
  }
  return text;
}

/**
 * The keyword with its mistyped words replaced; undefined when nothing is known to be one. A lone
 * character beside words isn't insisted on by searches, so "打印鸡" finds what has 打印: where
 * `findsLittle` is false, only such are looked at.
 */
async function correctKeyword(
  db: Db,
  keyword: string,
  findsLittle: boolean,
): Promise<string | undefined> {
  const folded = foldForSearch(keyword).trim();
  const runs = splitByScript(folded).filter(({ isHan }) => isHan || findsLittle);
  const pieces = runs
    .filter(({ isHan }) => isHan)
    .map(({ text }) => cutHan(text))
    .filter((cut) => findsLittle || (cut.length > 1 && cut.some(isSingleCharacter)));
  const words = runs.filter(({ text, isHan }) => !isHan && LETTERS_PATTERN.test(text));
  const askable = [...pieces.flat(), ...words.map(({ text }) => text)];
  if (askable.length === 0) return undefined;
  const known = new Set((await selectKnown(db, { words: askable })).map(({ word }) => word));
  const unknown = words
    .map(({ text }) => text)
    .filter((text) => !known.has(text))
    .slice(0, MAX_UNKNOWN_WORDS);
  const windows = pieces
    .flatMap((piece) => findWindows(piece, known))
    .filter((window) => findsLittle || [...window].length > 2);
  if (unknown.length + windows.length === 0) return undefined;
  const replacements = await findReplacements(db, unknown, windows);
  const replace = ({ text, isHan }: ScriptRun): string =>
    isHan ? replaceHan(text, windows, replacements) : (replacements.letters.get(text) ?? text);
  const corrected = replaceRuns(folded, replace);
  return corrected === folded ? undefined : corrected;
}

/**
 * Another keyword for one that may be mistyped and finds `complete` threads with all of its words:
 * one that finds more. Undefined when there is none.
 */
export async function suggestKeyword(
  context: ReadContext,
  search: ThreadQuery,
  complete: number,
): Promise<string | undefined> {
  const findsLittle = complete < FEW_HITS;
  const keyword = await correctKeyword(context.db, search.keyword, findsLittle);
  if (keyword === undefined) return undefined;
  const plan = await planSearch(context, { ...search, keyword });
  const found = plan && (await executePlan(context.db, plan));
  return found && found.complete > (findsLittle ? complete : 0) ? keyword : undefined;
}
