import { userVersionSql } from '../user/wire-people.ts';
import { type PostRow, postColumns, quotedColumns, quotedOf } from './present.ts';
import { quotedJoin } from './withheld.ts';

/** A post with the reply that it quotes, if that stands in the same thread. */
export interface QuotingRow extends PostRow {
  quote: PostRow | undefined;
  quoteUserVersion: string | null;
}

/**
 * SQL columns of a QuotingRow; needs the join below. `viewer` is a parameter: the id of a user or
 * null.
 */
export const quotingColumns = (viewer: string): string =>
  `${postColumns('p', viewer)}, ${quotedColumns('q')}, ${userVersionSql('p.quote_user_id')} as "quoteUserVersion"`;
export const quotingJoin = quotedJoin('p', 'q');

export const toQuoting = (row: Record<string, unknown>): QuotingRow =>
  Object.assign(row as unknown as QuotingRow, { quote: quotedOf(row) });

/** Everybody who is named in these posts, with the versions of their rows. */
export function peopleIn(rows: readonly QuotingRow[]): Map<number, string> {
  const people = new Map<number, string>();
  for (const { userId, userVersion, quote, quoteUserId, quoteUserVersion } of rows) {
    people.set(userId, userVersion);
    if (quote) people.set(quote.userId, quote.userVersion);
    if (quoteUserId !== null && quoteUserVersion !== null)
      people.set(quoteUserId, quoteUserVersion);
  }
  return people;
}
