import { type MediaWords, WORDLESS_EXCERPTS, withMediaWord } from '#contracts/media-words.ts';
import { boundedTextSql, toListedExcerpt } from '../shared/bounded-text.ts';

/*
 * Excerpts for readers. A message of only a picture or video gets a word for it, not an empty line.
 */

/** SQL: the stored excerpt; without words one of WORDLESS_EXCERPTS, by the first medium. */
export const readerExcerptSql = (html: string, excerpt: string): string => `
  case
    when ${excerpt} <> '' then ${excerpt}
    else case substring(${boundedTextSql(html)} from '<(img|video|iframe) ')
        when 'img' then '${WORDLESS_EXCERPTS.picture}'
        when 'video' then '${WORDLESS_EXCERPTS.video}'
        when 'iframe' then '${WORDLESS_EXCERPTS.video}'
        else ''
      end
  end`;

/** Turns a value of `readerExcerptSql` into plain text for a reader. */
export const toReaderExcerpt = (excerpt: string, words: MediaWords): string =>
  withMediaWord(toListedExcerpt(excerpt), words);

/** Turns a row's `excerpt`, selected by `readerExcerptSql`, into plain text for a reader. */
export const toReaderRow = <Row extends { excerpt: string }>(row: Row, words: MediaWords): Row => ({
  ...row,
  excerpt: toReaderExcerpt(row.excerpt, words),
});

export async function* toReaderPortions<Row extends { excerpt: string }>(
  portions: AsyncIterable<readonly Row[]>,
  words: MediaWords,
): AsyncGenerator<Row[]> {
  for await (const rows of portions) yield rows.map((row) => toReaderRow(row, words));
}
