import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import { selectRow } from './query-rows.ts';

/** Resolves when this many calls wait for a lock. */
export const waitForLocks = (db: Db, calls: number) =>
  expect
    .poll(
      async () =>
        (
          await selectRow(db)<{ waiting: number }>(sql`
            select count(*)::int as waiting
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`)
        ).waiting,
      { interval: 10, timeout: 10_000 },
    )
    .toBe(calls);

/** Starts calls one after the other while `table`'s row is locked: they get it in that order. */
export async function queueOnRow<Calls extends (() => Promise<unknown>)[]>(
  db: Db,
  table: 'thread' | 'post',
  id: number,
  ...calls: [...Calls]
): Promise<{ [Key in keyof Calls]: Awaited<ReturnType<Calls[Key]>> }> {
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    await client.query(`select from ${table} where id = ${id} for update`);
    const running: Promise<unknown>[] = [];
    for (const call of calls) {
      running.push(call());
      await waitForLocks(db, running.length);
    }
    await client.query('commit');
    return (await Promise.all(running)) as never;
  } finally {
    client.release(true);
  }
}
