import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { createToken } from '../../scripts/create-token.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* The indexer of a running server: posting never waits for it, and searching hardly does. */

const site = await startSite();
const { token } = await createToken(site.db, {
  userId: PEOPLE.member,
  name: 'indexer',
  scopes: ['read', 'write'],
});
const send = async (method: string, path: string, body: object) =>
  (await (
    await fetch(site.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as { data: { id: number } };
const find = async (keyword: string): Promise<number[]> => {
  const response = await fetch(`${site.url}/api/v2/public/search/thread?keyword=${keyword}`);
  return ((await response.json()) as SearchHitWire[]).map((hit) => hit.id);
};
const expectFound = (keyword: string) => expect.poll(() => find(keyword), { timeout: 10_000 });

test('[R31] a new post on a running server is found a moment later, and words removed by an edit aren’t any more', async () => {
  const { data: thread } = await send('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: 'zqindexersubject',
    message: '<p>zqindexerbody</p>',
    language: 'en_US',
  });
  const { data: reply } = await send('POST', '/api/v1/post', {
    thread_id: thread.id,
    message: '<p>zqindexerreply</p>',
  });
  for (const word of ['zqindexersubject', 'zqindexerbody', 'zqindexerreply'])
    await expectFound(word).toEqual([thread.id]);
  await send('PUT', '/api/v1/thread/post', { id: reply.id, message: '<p>zqindexeredited</p>' });
  await expectFound('zqindexeredited').toEqual([thread.id]);
  expect(await find('zqindexerreply')).toEqual([]);
});

test('[R31] change records are deleted when they are done, also those of deleted posts', async () => {
  await site.db.execute(sql`insert into search_change (post_id) values (2147483000)`);
  await expect
    .poll(async () => (await site.db.execute(sql`select from search_change`)).rows.length, {
      timeout: 10_000,
    })
    .toBe(0);
});
