import { postColumns, type PostRow, prefixed } from './present.ts';
import { userVersionSql } from '../user/wire-people.ts';

/** A post with the reply that it quotes. */
export interface QuotingRow extends PostRow {
  quote: PostRow | undefined;
  quoteUserVersion: string | null;
}

type Selected = Record<string, unknown>;

/** SQL columns of a QuotingRow; needs the join below. */
export const quotingColumns = (viewer: string): string => `
  ${postColumns('p', viewer)}, ${postColumns('q', viewer, 'quoted')}, ${userVersionSql('p.quote_user_id')} as "quoteUserVersion"`;
export const quotingJoin = `left join post q on q.id = p.quote_post_id`;

export const toQuoting = (row: Selected): QuotingRow => ({ ...(row as unknown as PostRow), quote: prefixed(row, 'quoted'), quoteUserVersion: row.quoteUserVersion as string | null });

/** Everybody who is named in these posts, with the versions of their rows. */
export function peopleIn(rows: readonly QuotingRow[]): [id: number, version: string][] {
  return rows.flatMap(({ userId, userVersion, quote, quoteUserId, quoteUserVersion }) => [
    [userId, userVersion] as [number, string],
    ...(quote ? [[quote.userId, quote.userVersion] as [number, string]] : []),
    ...(quoteUserId !== null && quoteUserVersion !== null ? [[quoteUserId, quoteUserVersion] as [number, string]] : []),
  ]);
}
