import type { Db } from './client.ts';
import { type Runner, toReadableDb } from './statement.ts';

/**
 * Runs `work` with serial reads of one database state. Throws if a read failed, so that an absent
 * row is really absent.
 */
export async function withReadSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let isBroken = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    let last: Promise<unknown> = Promise.resolve();
    const query: Runner['query'] = (config) => {
      const result = last.then(() => client.query(config));
      last = result.catch(() => {});
      return result;
    };
    const result = await work(toReadableDb(query));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}
