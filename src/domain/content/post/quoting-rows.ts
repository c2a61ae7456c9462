import type { MediaWords } from '#contracts/media-words.ts';
import { type NamesUser, userVersionSql } from '../../people/presented-users.ts';
import { isWithinListSql, textBytesSql, textOfListSql } from '../../shared/bounded-text.ts';
import { joinQuotedPostSql } from '../../shared/visibility.ts';
import {
  type PostRow,
  postColumns,
  type QuotedPostRow,
  quotedBytesSql,
  quotedColumns,
  toQuotedPost,
} from './present.ts';

/** A post with its quoted reply, if that is in the same thread. */
export interface QuotingRow extends PostRow {
  quote: QuotedPostRow | undefined;
  quoteUserVersion: string | null;
}

// A response contains a quote twice as often as the post's own text.
const IS_WITHIN_LIST = isWithinListSql(
  `(${textBytesSql('p.html')} + 2 * ${quotedBytesSql('q')})`,
  'p.id',
);

/** SQL columns of a QuotingRow; needs the join below. `viewer`: parameter of a user id or null. */
export const quotingColumns = (viewer: string): string => `
  ${postColumns('p', viewer, textOfListSql('p.html', IS_WITHIN_LIST))},
  ${quotedColumns('q')},
  ${userVersionSql('p.quote_user_id')} as "quoteUserVersion"`;
export const quotingJoin = joinQuotedPostSql('p', 'q');

/** A row selected with quotingColumns. */
export type SelectedQuotingPost = Omit<QuotingRow, 'quote'> & Parameters<typeof toQuotedPost>[0];

export const toQuotingRows = (
  rows: readonly SelectedQuotingPost[],
  words: MediaWords,
): QuotingRow[] => rows.map((row) => Object.assign(row, { quote: toQuotedPost(row, words) }));

/** Users named in these posts. */
export const getNamedUsers = (rows: readonly QuotingRow[]): NamesUser[] =>
  rows.flatMap(({ userId, userVersion, quote, quoteUserId, quoteUserVersion }) => [
    { userId, userVersion },
    ...(quote ? [quote] : []),
    ...(quoteUserId !== null && quoteUserVersion !== null
      ? [{ userId: quoteUserId, userVersion: quoteUserVersion }]
      : []),
  ]);
