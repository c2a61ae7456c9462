import { MAX_TEXT_BYTES } from '#platform/limits.ts';

/*
 * Texts are read up to a size: an import may store larger ones, which would exhaust a process's
 * memory. PostgreSQL refuses them unread: octet_length reads only the header or TOAST pointer.
 * pg_column_size would return the compressed size.
 */

/** Bytes of the stored texts of one published page, which has further texts. */
const MAX_TEXTS_BYTES = 4 * 1024 * 1024;
/** Bytes of an API response with a list. */
export const MAX_LIST_ANSWER_BYTES = 2 * 1024 * 1024;
/**
 * Bytes of the stored texts in a list response. Each text is sent twice, and JSON may double it
 * (quotation marks). The rest is for the other fields of a hundred rows.
 */
export const LIST_TEXTS_BYTES = MAX_LIST_ANSWER_BYTES / 8;

const isSmallSql = (text: string): string => `octet_length(${text}) <= ${MAX_TEXT_BYTES}`;

/** SQL: the text; null if it is too large. */
export const boundedTextSql = (text: string): string =>
  `case when ${isSmallSql(text)} then ${text} end`;

/** SQL: the text, or an ellipsis if it is too large; for excerpts in lists and for editors. */
export const textOrEllipsisSql = (text: string): string =>
  `case when ${isSmallSql(text)} then ${text} else '…' end`;

/** SQL: bytes of a text in a list; 0 if it is null or too large. */
export const textBytesSql = (text: string): string =>
  `coalesce(case when ${isSmallSql(text)} then octet_length(${text}) end, 0)`;

/** SQL: running sum of the texts' bytes over a window, without texts that are too large. */
export const sumTextBytesSql = (texts: readonly string[], window = ''): string =>
  `sum(${texts.map(textBytesSql).join(' + ')}) over (${window} rows unbounded preceding)`;

/**
 * SQL: whether a row of `bytes` fits the list's budget. The smallest rows come first, so one large
 * text hides no others; the smallest is always shown. `id` breaks ties.
 */
export const isWithinListSql = (
  bytes: string,
  id: string,
  budget: number = LIST_TEXTS_BYTES,
): string => `(
  sum(${bytes}) over (order by ${bytes}, ${id} rows unbounded preceding)
  <= greatest(${budget}, ${bytes})
)`;

/** SQL: the text of a list's row; `otherwise` if it is too large or over the budget. */
export const textOfListSql = (text: string, isWithinList: string, otherwise = 'null'): string =>
  `case when ${isSmallSql(text)} and ${isWithinList} then ${text} else ${otherwise} end`;

/** SQL: textOfListSql for rows with a single text; `id` breaks ties. */
export const listedTextSql = (
  text: string,
  id: string,
  { budget, otherwise }: { budget?: number; otherwise?: string } = {},
): string => textOfListSql(text, isWithinListSql(textBytesSql(text), id, budget), otherwise);

/** SQL: the text; null if it, or the sum up to it, is too large. */
export const textOfManySql = (text: string, sumOfBytes: string): string =>
  `case when ${isSmallSql(text)} and ${sumOfBytes} <= ${MAX_TEXTS_BYTES} then ${text} end`;

/** UTF-16 units of a stored excerpt in a list: eight per character. */
const MAX_EXCERPT_UNITS = 1_600;

/** A stored excerpt for lists, shortened if combining marks make it too long. */
export const toListedExcerpt = (excerpt: string): string =>
  excerpt.length > MAX_EXCERPT_UNITS ? excerpt.slice(0, MAX_EXCERPT_UNITS).toWellFormed() : excerpt;
