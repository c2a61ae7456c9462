import { htmlToPlainText, type MediaWords } from '#search/html-to-plain-text.ts';
import { boundedTextSql, toListedExcerpt } from '../bounded-text.ts';

/*
 * Messages as plain text for readers. A message that is only a picture says so: clients would else
 * draw an empty line.
 */

/**
 * SQL: the first picture or video of a message without words, as a tag; null of one that has some,
 * as its stored beginning tells.
 */
export const wordlessTagSql = (html: string, excerpt: string): string => `
  case
    when ${excerpt} = '' then
      '<' || substring(${boundedTextSql(html)} from '<(img |video |iframe )') || '>'
  end`;

/** A stored beginning of a message, and what `wordlessTagSql` says of it. */
export interface StoredBeginning {
  excerpt: string;
  wordlessTag: string | null;
}

/**
 * A message, or its stored beginning, as plain text for a reader: pictures and videos have words in
 * the reader's language.
 */
export function toReaderText(message: string | StoredBeginning, words: MediaWords): string {
  if (typeof message === 'string') return htmlToPlainText(message, words);
  const { excerpt, wordlessTag } = message;
  return excerpt === '' ? htmlToPlainText(wordlessTag ?? '', words) : toListedExcerpt(excerpt);
}
