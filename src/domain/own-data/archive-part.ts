import { isoSql, nullableIsoSql } from '#db/iso-sql.ts';
import { type Statement, statement } from '#db/statement.ts';

/* One file of an archive: rows of a table, with the names that they have there. */

/** Rows that are read at once. */
export const ROWS_PER_BATCH = 200;

export type ArchiveRow = Record<string, unknown>;
export interface WalkedRow {
  /** Where the walk goes on. */
  key: number;
  row: ArchiveRow;
}
export type WalkParams = { userId: number; after: number };

export interface ArchivePart {
  /** Of its files, and in archive-texts.ts. */
  name: string;
  read: Statement<WalkedRow, WalkParams>;
}

/**
 * A part that is walked along a key that rises, with the columns that the file shows by their names
 * there.
 */
export function part<Name extends string>(
  name: Name,
  {
    key,
    from,
    owner = 'x.user_id',
    where = 'true',
    fields,
  }: {
    key: string;
    from: string;
    owner?: string;
    where?: string;
    fields: Readonly<Record<string, string>>;
  },
) {
  const pairs = Object.entries(fields).map(([title, column]) => `'${title}', ${column}`);
  return {
    name,
    read: statement<WalkedRow, WalkParams>(`
      select ${key} as key, json_build_object(${pairs.join(', ')}) as row
      from ${from}
      where ${owner} = :userId and ${key} > :after and ${where}
      order by ${key}
      limit ${ROWS_PER_BATCH}`),
  };
}

export const at = (column: string) => isoSql(`x.${column}`);
export const maybeAt = (column: string) => nullableIsoSql(`x.${column}`);
/** SQL: a person as others know them. */
export const personSql = (id: string): string =>
  `(select json_build_object('id', o.id, 'nickname', o.nickname) from "user" o where o.id = ${id})`;
