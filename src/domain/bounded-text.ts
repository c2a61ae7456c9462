import { MAX_TEXT_BYTES } from '#platform/limits.ts';

/*
 * Texts of posts, comments and letters are read up to a size. No call lets in a larger one, but an
 * import or an operator's statement can, and a text of a hundred megabytes that comes to a process
 * of ours ends it. So PostgreSQL refuses it before it is read: octet_length of a text looks at its
 * header, or at the pointer of one that is kept beside the table; nothing is fetched or
 * decompressed. pg_column_size would say what it takes compressed, which is a hundredth of it.
 */

/** Bytes of the stored texts of one published page; the page has more than these. */
const MAX_TEXTS_BYTES = 4 * 1024 * 1024;
/** Bytes of an answer of the API that lists something. */
export const MAX_LIST_ANSWER_BYTES = 2 * 1024 * 1024;
/**
 * Bytes of the stored texts in such an answer: each stands there twice, and JSON doubles one of
 * nothing but quotation marks. The rest is for what a hundred rows have beside their texts.
 */
export const LIST_TEXTS_BYTES = MAX_LIST_ANSWER_BYTES / 8;

const isSmallSql = (text: string): string => `octet_length(${text}) <= ${MAX_TEXT_BYTES}`;

/** SQL: the text; null when it is too large to be shown. */
export const boundedTextSql = (text: string): string =>
  `case when ${isSmallSql(text)} then ${text} end`;

/** SQL: the text, or an ellipsis; for texts that lists show the beginning of, and for editors. */
export const textOrEllipsisSql = (text: string): string =>
  `case when ${isSmallSql(text)} then ${text} else '…' end`;

/** SQL: bytes of a text that a list shows; 0 of one that isn't there or is too large. */
export const textBytesSql = (text: string): string =>
  `coalesce(case when ${isSmallSql(text)} then octet_length(${text}) end, 0)`;

/**
 * SQL: bytes of these texts, without those that are too large, in the rows of a window up to this
 * one.
 */
export const sumTextBytesSql = (texts: readonly string[], window = ''): string =>
  `sum(${texts.map(textBytesSql).join(' + ')}) over (${window} rows unbounded preceding)`;

/**
 * SQL: whether a list's row of so many bytes is within the list's budget. The smallest rows come
 * first, so that one large text hides no other; the smallest is shown however large it is.
 * `id` orders rows of the same size.
 */
export const isWithinListSql = (
  bytes: string,
  id: string,
  budget: number = LIST_TEXTS_BYTES,
): string => `(
  sum(${bytes}) over (order by ${bytes}, ${id} rows unbounded preceding)
  <= greatest(${budget}, ${bytes})
)`;

/** SQL: the text of a row of a list; `otherwise` when it is too large, or not within the budget. */
export const textOfListSql = (text: string, isWithinList: string, otherwise = 'null'): string =>
  `case when ${isSmallSql(text)} and ${isWithinList} then ${text} else ${otherwise} end`;

/** SQL: the same of rows that have no other text; `id` orders rows of the same size. */
export const listedTextSql = (
  text: string,
  id: string,
  { budget, otherwise }: { budget?: number; otherwise?: string } = {},
): string => textOfListSql(text, isWithinListSql(textBytesSql(text), id, budget), otherwise);

/** SQL: the text; null when it, or the texts up to it, are too large to be shown. */
export const textOfManySql = (text: string, sumOfBytes: string): string =>
  `case when ${isSmallSql(text)} and ${sumOfBytes} <= ${MAX_TEXTS_BYTES} then ${text} end`;

/** UTF-16 units of a stored beginning that lists show: eight for each character. */
const MAX_EXCERPT_UNITS = 1_600;

/** A stored beginning of a text as lists show it: shorter where marks are put upon marks. */
export const toListedExcerpt = (excerpt: string): string =>
  excerpt.length > MAX_EXCERPT_UNITS ? excerpt.slice(0, MAX_EXCERPT_UNITS).toWellFormed() : excerpt;
