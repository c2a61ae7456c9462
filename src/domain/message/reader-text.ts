import { type MediaWords, WORDLESS_EXCERPTS, withMediaWord } from '#contracts/media-words.ts';
import { boundedTextSql, toListedExcerpt } from '../bounded-text.ts';

/*
 * Excerpts of messages for readers. A message that is only a picture or a video says so: clients
 * would else draw an empty line.
 */

/**
 * SQL: the stored excerpt of a message; one of WORDLESS_EXCERPTS where it has no words, by the
 * first picture or video.
 */
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

/** What `readerExcerptSql` selects, as plain text for a reader. */
export const toReaderExcerpt = (excerpt: string, words: MediaWords): string =>
  withMediaWord(toListedExcerpt(excerpt), words);

/** A row whose `excerpt` was selected by `readerExcerptSql`, for a reader. */
export const toReaderRow = <Row extends { excerpt: string }>(row: Row, words: MediaWords): Row => ({
  ...row,
  excerpt: toReaderExcerpt(row.excerpt, words),
});

/** The same of rows that come in portions. */
export async function* toReaderPortions<Row extends { excerpt: string }>(
  portions: AsyncIterable<readonly Row[]>,
  words: MediaWords,
): AsyncGenerator<Row[]> {
  for await (const rows of portions) yield rows.map((row) => toReaderRow(row, words));
}
