import { expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { shareReads } from '#db/share-reads.ts';
import { statement } from '#db/statement.ts';

/* Reads that pages of one batch share. */

const selectNumber = statement<{ n: number }, { n: number }>('select :n::int as n');
const selectOther = statement<{ n: number }, { n: number }>('select :n::int + 1 as n');

/** A pool that answers each query with the number of queries, or fails once. */
function createPool(failsAt = 0) {
  let asked = 0;
  const query = async () => {
    if (++asked === failsAt) throw new Error('lost');
    return { rows: [{ n: asked }] };
  };
  return { db: { $client: { query } } as unknown as Db, getAsked: () => asked };
}

test('[R12] pages of one batch read shared data once, even in parallel', async () => {
  const { db, getAsked } = createPool();
  const shared = shareReads(db);
  const answers = await Promise.all([
    selectNumber(shared, { n: 1 }),
    selectNumber(shared, { n: 1 }),
    selectNumber(shared, { n: 2 }),
    selectOther(shared, { n: 1 }),
  ]);
  expect(answers).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  expect(await selectNumber(shared, { n: 2 })).toEqual([{ n: 2 }]);
  expect(getAsked()).toBe(3);
  await selectNumber(shareReads(db), { n: 1 });
  expect(getAsked(), 'the next batch reads for itself').toBe(4);
});

test('[R12] a read that failed for one page is made again for the next', async () => {
  const { db } = createPool(1);
  const shared = shareReads(db);
  await expect(selectNumber(shared, { n: 1 })).rejects.toThrow('lost');
  expect(await selectNumber(shared, { n: 1 })).toEqual([{ n: 2 }]);
});
