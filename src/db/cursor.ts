import type { Db } from './client.ts';

/** Rows that are fetched at a time. */
const PORTION = 500;

/**
 * All rows of a query, as of one moment, without holding more than a portion of them in memory; for what is streamed to
 * somebody who may be slow. A reader that stops early ends the query.
 */
export async function* rowsOf<Row>(db: Db, text: string, values: unknown[]): AsyncGenerator<Row[]> {
  const client = await db.$client.connect();
  let broken = true;
  try {
    await client.query('begin read only');
    await client.query({ text: `declare rows no scroll cursor for ${text}`, values });
    for (;;) {
      const { rows } = await client.query(`fetch ${PORTION} from rows`);
      if (rows.length === 0) break;
      yield rows as Row[];
    }
    await client.query('commit');
    broken = false;
  } finally {
    if (broken) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
    }
    client.release(broken);
  }
}
