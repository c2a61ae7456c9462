import { getChineseSegmenter } from './chinese-segmenter.ts';
import { foldForSearch } from './fold-for-search.ts';
import { STEM_MARK, stemWord } from './stem-word.ts';
import { findCharacterPairs, splitByScript, splitWord, truncateToken } from './tokenize.ts';
import { quoteLexeme } from './tsvector.ts';

export interface Term {
  /** The term as one token. */
  whole: string;
  /** Tokens that together also match the term. */
  parts: string[];
  /** The English stem, which also matches. */
  stem?: string | undefined;
  /** Words that begin with it match. */
  prefix: boolean;
  /** Required only if there are no other terms. */
  weak: boolean;
  /** Synonyms, each in its pieces; any of them matches (search/thesaurus.ts). */
  synonyms?: readonly (readonly Term[])[];
}

/** Words that questions consist of. */
const WEAK_WORDS = new Set(
  (
    '的 了 是 在 我 你 他 她 它 我们 你们 他们 和 与 或 及 也 都 就 还 又 再 吗 呢 吧 啊 呀 不 没 没有 有 这 那 这个 那个 这么 那么 什么 怎么 怎么办 怎样 如何 为什么 为何 请问 求助 求教 求 哪里 哪个 可以 能 能不能 会 要 想 到 把 被 给 让 从 对 为 以 上 下 后 前 里 中 个 一个 一下 之后 以后 时候 问题 ' +
    "a an and are as at be but by can can't could do does don't for from has have how i if in into is it its me my no not of on or our please so that the their then there this to was we were what when where which who why will with you your"
  ).split(' '),
);

/** The rest of a longer keyword is ignored. */
const MAX_TERMS = 8;
const MIN_PREFIX_LENGTH = 2;
/** A letter that labels a message or a drive, as in "E: Unable to locate package". */
const LABEL_PATTERN = /(?<![\p{L}\p{N}])\p{L}(?=:)/gu;

const createTerm = (whole: string, more: Partial<Term> = {}): Term => ({
  whole,
  parts: [],
  prefix: false,
  weak: WEAK_WORDS.has(whole),
  ...more,
});

/** Dictionary words that make up a long one: 分数缩放 is 分数 and 缩放. */
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
  // A single character is an artefact of segmentation: it ranks, but isn't required.
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

/** The terms of a keyword, without duplicates. The last word may be unfinished. */
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

/** The terms that hits must have: all but weak ones, or all if every term is weak. */
export function getRequiredTerms(terms: readonly Term[]): Term[] {
  const strong = terms.filter((term) => !term.weak);
  return strong.length > 0 ? strong : [...terms];
}

/** A word, or the beginning of one. */
interface Lexeme {
  token: string;
  prefix: boolean;
}
/** A word, or several of which a text must have all or any. */
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

/** Matches texts with all terms; with SUBJECT_MARK, first posts by their subject. */
export const allOf = (terms: readonly Term[], mark = ''): TextQuery =>
  join(
    '&',
    terms.map((term) => toTermQuery(term, mark)),
  );
export const anyOf = (terms: readonly Term[], mark = ''): TextQuery =>
  join(
    '|',
    terms.map((term) => toTermQuery(term, mark)),
  );

/** The query in PostgreSQL's tsquery syntax. */
export function writeTsquery(query: TextQuery, isInner = false): string {
  if (!('operator' in query)) return `${quoteLexeme(query.token)}${query.prefix ? ':*' : ''}`;
  const { operator, operands } = query;
  const text = operands.map((operand) => writeTsquery(operand, true)).join(` ${operator} `);
  return isInner || operator === '|' ? `(${text})` : text;
}

export const findLexemes = (query: TextQuery): Lexeme[] =>
  'operator' in query ? query.operands.flatMap(findLexemes) : [query];

/** Estimated share of matching texts, if words were independent. */
export function estimateShare(query: TextQuery, shareOf: (lexeme: Lexeme) => number): number {
  if (!('operator' in query)) return shareOf(query);
  const shares = query.operands.map((operand) => estimateShare(operand, shareOf));
  return query.operator === '&'
    ? shares.reduce((product, share) => product * share, 1)
    : 1 - shares.reduce((product, share) => product * (1 - share), 1);
}

/** The ranking query: a whole word counts twice, an unfinished one once. */
export const rankingQuery = (terms: readonly Term[]): TextQuery =>
  anyOf(terms.flatMap((term) => (term.prefix ? [term, { ...term, prefix: false }] : [term])));
