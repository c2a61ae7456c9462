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
import type { ReadContext } from '../shared/read-context.ts';
import { executePlan } from './candidates.ts';
import { planSearch, type ThreadQuery } from './plan.ts';

/* "Did you mean": Chinese words of the same sound, or similar spelling (refresh-words.ts). */

/** Below this number of complete hits, words may be mistyped. */
const FEW_HITS = 3;
/** Maximum of words to correct per keyword. */
const MAX_UNKNOWN_WORDS = 3;
/** Maximum characters of a Chinese run, and of a word in it. */
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
// Nearest neighbours by trigram distance in index order, without threshold or sort.
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

/** Segments a Chinese run (jieba). */
const cutHan = (text: string): string[] =>
  text.length <= MAX_HAN_RUN ? getChineseSegmenter().cut(text, false) : [];

/** Adjacent pieces, at least one of them unknown: candidates for one mistyped word. */
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

/** Whether a word may replace a mistyped one: distance 1 for short words, else 2. */
function isNear(asked: string, word: string): boolean {
  const stem = stemWord(asked);
  return (
    word !== asked &&
    (stem === undefined || stemWord(word) !== stem) &&
    editDistance(asked, word) <= (asked.length < 6 ? 1 : 2)
  );
}

interface Replacements {
  /** Of words in letters. */
  letters: ReadonlyMap<string, string>;
  /** Of Chinese words, by sound. */
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

/** Replaces the longest mistyped word. */
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
 * The corrected keyword, or undefined. Searches don't require a lone character next to words ("打印鸡"
 * finds 打印), so without `findsLittle` only such runs are corrected.
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

/** A corrected keyword that finds more threads than `complete`, or undefined. */
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
