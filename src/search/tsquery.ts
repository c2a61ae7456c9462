import { getChineseSegmenter } from './chinese-segmenter.ts';
import { foldForSearch } from './fold-for-search.ts';
import { STEM_MARK, stemWord } from './stem-word.ts';
import { findCharacterPairs, splitByScript, splitWord, truncateToken } from './tokenize.ts';
import { quoteLexeme } from './tsvector.ts';

/** One thing that is searched for. */
export interface Term {
  /** As it is found in one piece. */
  whole: string;
  /** The pieces that it is found by as well, all of them together. */
  parts: string[];
  /** What it is without its ending, where it is an English word: it is found by that as well. */
  stem?: string | undefined;
  /** Words that begin with it count. */
  prefix: boolean;
  /** Says little by itself: it is asked for only when nothing else is. */
  weak: boolean;
  /** Words that mean the same, each in its pieces: any of them is as good (search/thesaurus.ts). */
  synonyms?: readonly (readonly Term[])[];
}

/** Words that questions are made of. */
const WEAK_WORDS = new Set(
  (
    '的 了 是 在 我 你 他 她 它 我们 你们 他们 和 与 或 及 也 都 就 还 又 再 吗 呢 吧 啊 呀 不 没 没有 有 这 那 这个 那个 这么 那么 什么 怎么 怎么办 怎样 如何 为什么 为何 请问 求助 求教 求 哪里 哪个 可以 能 能不能 会 要 想 到 把 被 给 让 从 对 为 以 上 下 后 前 里 中 个 一个 一下 之后 以后 时候 问题 ' +
    "a an and are as at be but by can can't could do does don't for from has have how i if in into is it its me my no not of on or our please so that the their then there this to was we were what when where which who why will with you your"
  ).split(' '),
);

/** Terms that are asked for at most; the rest of a longer keyword is left out. */
const MAX_TERMS = 8;
const MIN_PREFIX_LENGTH = 2;
/** A letter that names a message's kind or a drive, as in "E: Unable to locate package". */
const LABEL_PATTERN = /(?<![\p{L}\p{N}])\p{L}(?=:)/gu;

const createTerm = (whole: string, more: Partial<Term> = {}): Term => ({
  whole,
  parts: [],
  prefix: false,
  weak: WEAK_WORDS.has(whole),
  ...more,
});

/** Words of the dictionary inside a long one that make it up: 分数缩放 is 分数 and 缩放. */
function splitCompound(word: string): string[] {
  if ([...word].length < 4) return [];
  const dictionaryWords = getChineseSegmenter()
    .cutForSearch(word, false)
    .filter((one) => one !== word);
  const words: string[] = [];
  for (let index = 0; index < word.length; ) {
    const next = dictionaryWords.find((one) => word.startsWith(one, index));
    if (!next) return [];
    words.push(next);
    index += next.length;
  }
  return words;
}

function parseChineseTerms(text: string): Term[] {
  const words = getChineseSegmenter().cut(text, false);
  const pairs = findCharacterPairs(words);
  const paired = new Set(pairs.flatMap((pair) => [...pair]));
  // A single character stands alone in a text only by how that was cut: it helps, but isn't
  // insisted on.
  const terms = words
    .filter((word) => !paired.has(word))
    .map((word) =>
      createTerm(word, {
        parts: splitCompound(word),
        ...([...word].length === 1 ? { weak: true } : {}),
      }),
    );
  return [...terms, ...pairs.map((pair) => createTerm(pair))];
}

/** What a keyword asks for, each once. The last word of letters may be unfinished. */
export function parseTerms(keyword: string): Term[] {
  const folded = foldForSearch(keyword);
  const runs = splitByScript(folded);
  const labels = new Set(folded.match(LABEL_PATTERN));
  const terms = runs.flatMap(({ text, isHan }, index) => {
    if (isHan) return parseChineseTerms(text);
    const isUnfinished =
      index === runs.length - 1 && text.length >= MIN_PREFIX_LENGTH && folded.endsWith(text);
    const whole = truncateToken(text);
    return [
      createTerm(whole, {
        parts: splitWord(text),
        prefix: isUnfinished,
        stem: stemWord(whole),
        ...(labels.has(text) ? { weak: true } : {}),
      }),
    ];
  });
  return [...new Map(terms.map((term) => [term.whole, term])).values()].slice(0, MAX_TERMS);
}

/** The terms that hits must have: those that say something, or all when none does. */
export function getRequiredTerms(terms: readonly Term[]): Term[] {
  const strong = terms.filter((term) => !term.weak);
  return strong.length > 0 ? strong : [...terms];
}

/** A word as posts have it, or what words begin with. */
interface Lexeme {
  token: string;
  prefix: boolean;
}
/** What is asked of a text: a word, or several of which it has all or any. */
export type TextQuery = Lexeme | { operator: '&' | '|'; operands: readonly TextQuery[] };

const join = (operator: '&' | '|', operands: readonly TextQuery[]): TextQuery =>
  operands.length === 1 ? (operands[0] as TextQuery) : { operator, operands };

function toTermQuery({ whole, parts, prefix, stem, synonyms = [] }: Term, mark: string): TextQuery {
  const lexeme = (token: string, isOpen = false): Lexeme => ({
    token: mark + token,
    prefix: isOpen,
  });
  const pieces = parts.map((part, index) => lexeme(part, prefix && index === parts.length - 1));
  return join('|', [
    lexeme(whole, prefix),
    ...(stem === undefined ? [] : [lexeme(STEM_MARK + stem)]),
    ...(stem === undefined || stem === whole ? [] : [lexeme(stem)]),
    ...(pieces.length > 0 ? [join('&', pieces)] : []),
    ...synonyms.map((word) => allOf(word, mark)),
  ]);
}

/** Asks for texts with all of these terms; with SUBJECT_MARK, for first posts by their subject. */
export const allOf = (terms: readonly Term[], mark = ''): TextQuery =>
  join(
    '&',
    terms.map((term) => toTermQuery(term, mark)),
  );
/** The same for any of them. */
export const anyOf = (terms: readonly Term[], mark = ''): TextQuery =>
  join(
    '|',
    terms.map((term) => toTermQuery(term, mark)),
  );

/** As PostgreSQL reads it. */
export function writeTsquery(query: TextQuery, isInner = false): string {
  if (!('operator' in query)) return `${quoteLexeme(query.token)}${query.prefix ? ':*' : ''}`;
  const { operator, operands } = query;
  const text = operands.map((operand) => writeTsquery(operand, true)).join(` ${operator} `);
  return isInner || operator === '|' ? `(${text})` : text;
}

/** The words of a query. */
export const findLexemes = (query: TextQuery): Lexeme[] =>
  'operator' in query ? query.operands.flatMap(findLexemes) : [query];

/** The share of texts that match, from that of each word, as if none kept company. */
export function estimateShare(query: TextQuery, shareOf: (lexeme: Lexeme) => number): number {
  if (!('operator' in query)) return shareOf(query);
  const shares = query.operands.map((operand) => estimateShare(operand, shareOf));
  return query.operator === '&'
    ? shares.reduce((product, share) => product * share, 1)
    : 1 - shares.reduce((product, share) => product * (1 - share), 1);
}

/** What posts are ranked by: an unfinished word that is a whole one in a text counts twice. */
export const rankingQuery = (terms: readonly Term[]): TextQuery =>
  anyOf(terms.flatMap((term) => (term.prefix ? [term, { ...term, prefix: false }] : [term])));
