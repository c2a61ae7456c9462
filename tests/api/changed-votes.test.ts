import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { NewPollWire } from '#contracts/wire/requests.ts';
import type { PollWire, ThreadInfoReplyWire } from '#contracts/wire/thread.ts';
import type { CallReply } from '../support/moderation-api.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Changed votes; first votes are in polls.test.ts. */

const { db } = await demoDatabase();
const api = await testApi(db);
const [me, other] = [await api.as(PEOPLE.member), await api.as(PEOPLE.otherMember)];

let count = 0;
async function newThread(poll: Partial<NewPollWire>): Promise<number> {
  const { body } = await me.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: `投票 ${++count}`,
    message: `<p>第 ${count} 次问</p>`,
    language: 'zh_CN',
    poll: { question: '选哪个', ...poll },
  });
  return body.data.id;
}
const poll = async (thread: number) =>
  (await me.call<ThreadInfoReplyWire>('GET', `/api/v1/thread/info?id=${thread}`)).body.data
    .poll_list as PollWire & { forum_polloption: object[] };
const options = async (thread: number) =>
  (await poll(thread)).forum_polloption.map(({ polloptionid }) => polloptionid);
const vote = async (thread: number, ids: number[], caller = me) =>
  (await caller.call('POST', '/api/v1/thread/poll', { tid: thread, polloptionid: ids })).body;

test('[R26] a new vote replaces the member’s former one while the poll is open, if its author allowed that', async () => {
  const thread = await newThread({ options: ['甲', '乙', '丙'], maxchoices: 2, changeable: 1 });
  const [first, second, third] = (await options(thread)) as [number, number, number];
  const counts = async () => {
    const { voters, forum_polloption, polloptionids } = await poll(thread);
    return [voters, forum_polloption.map(({ votes, rate }) => [votes, rate]), polloptionids];
  };
  await vote(thread, [first, second]);
  await vote(thread, [first], other);
  expect(await counts()).toEqual([
    2,
    [
      [2, 100],
      [1, 50],
      [0, 0],
    ],
    [first, second],
  ]);
  await db.execute(sql`delete from invalidation`);
  expect(await vote(thread, [third, second])).toMatchObject({ code: 0 });
  const half = [1, 50];
  expect(await counts()).toEqual([2, [half, half, half], [third, second]]);
  expect(
    (await db.execute(sql`select tag from invalidation where tag like ${`t:${thread}:%`}`)).rows,
  ).not.toEqual([]);
  expect(await vote(thread, [second, third, third])).toMatchObject({ code: 0 });
  expect(await vote(thread, [])).toMatchObject({ err_code: 'limit' });
  await Promise.all([first, second, third].map((id) => vote(thread, [id])));
  const after = await poll(thread);
  expect([after.voters, after.forum_polloption.reduce((sum, one) => sum + one.votes, 0)]).toEqual([
    2, 2,
  ]);
  await vote(thread, [second]);
  await db.execute(
    sql`update poll set expires_at = now() - interval '1 second' where thread_id = ${thread}`,
  );
  expect(await vote(thread, [third])).toMatchObject({ err_code: 'expired' });
  expect((await poll(thread)).polloptionids).toEqual([second]);
});

test('[R26] a poll says whether a vote can be changed, by default not', async () => {
  const changeable = async (more: { changeable?: number }) => {
    const thread = await newThread({ options: ['甲', '乙'], ...more });
    return (await poll(thread)).changeable;
  };
  expect([await changeable({}), await changeable({ changeable: 1 })]).toEqual([0, 1]);
});
