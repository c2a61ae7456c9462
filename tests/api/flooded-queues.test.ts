import { sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { FairQueue } from '#platform/fair-queue.ts';
import { member, thread } from '../support/factories.ts';
import { plainPicture, uniquePicture } from '../support/sample-pictures.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { uploadFiles } from '../support/upload-call.ts';

/*
 * Six users fill the queues for messages and pictures (R21). A seventh user's delay is measured by
 * the number of their calls that are answered meanwhile, which doesn't depend on the machine.
 */

const { db } = await demoDatabase();
const api = await testApi(db, { DATA_DIR: temporaryFolder('flooded') });
const { id: threadId } = await thread(db);
const flooders: Caller[] = [];
let seventh: Caller;
beforeAll(async () => {
  for (let n = 0; n < 6; n++) flooders.push(await api.as(await member(db)));
  seventh = await api.as(await member(db));
  await sanitizerThread.warm();
});

let count = 0;
const COSTLY = [
  `<pre><code class="language-markdown">${'[a]('.repeat(4_900)}</code></pre>`,
  `<pre><code class="language-ini">${'a'.repeat(19_000)}</code></pre>`,
  `<table>${`<tr>${'<td>x</td>'.repeat(10)}</tr>`.repeat(400)}</table>`,
  '<a href=//b>a</a>'.repeat(2_900),
];
const costly = () => `<p>${++count}</p>${COSTLY[count % COSTLY.length]}`;
/** The same, with the size limit of private messages and comments. */
const costlyLetter = () =>
  `<p>${++count}</p><pre><code class="language-ini">${'a'.repeat(9_000)}</code></pre>`;
const costlyComment = () => `<p>${++count}</p>${'<b>x</b>'.repeat(200)}`;

/** Starts all calls at once; returns a function that returns the number of answers. */
function flood(calls: (() => Promise<unknown>)[]): { answered(): number; over: Promise<unknown> } {
  let answered = 0;
  const over = Promise.all(calls.map((call) => call().then(() => answered++)));
  return { answered: () => answered, over };
}

const newThread = () => ({
  forum_id: 1,
  type_id: 1,
  subject: `flood ${++count}`,
  message: costly(),
  language: 'zh_CN',
});

/** Every call that sanitizes a message. */
const waysToWrite = (by: Caller, own: number, receiver: number): (() => Promise<unknown>)[] => [
  () => by.call('POST', '/api/v1/thread/preview', { message: costly() }),
  () => by.call('POST', '/api/v1/post', { thread_id: threadId, message: costly() }),
  () => by.call('PUT', '/api/v1/thread/post', { id: own, message: costly() }),
  () => by.call('POST', '/api/v1/thread', newThread()),
  () => by.call('POST', '/api/v1/post/comment', { post_id: own, message: costlyComment() }),
  () => by.call('POST', '/api/v1/user/letter', { receive_user_id: receiver, note: costlyLetter() }),
];

test('[R21] six people flood by every call that posts: a seventh’s reply waits for running calls, not for all of them', async () => {
  const own = await Promise.all(
    flooders.map((by) =>
      by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
        thread_id: threadId,
        message: `<p>mine ${++count}</p>`,
      }),
    ),
  );
  const receiver = await member(db);
  const calls = flooders.flatMap((by, n) =>
    waysToWrite(by, own[n]?.body.data.id as number, receiver),
  );
  const { answered, over } = flood(calls);
  // The queue is full as soon as the first call is answered.
  await expect.poll(answered, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  const before = answered();
  const { body } = await seventh.call('POST', '/api/v1/post', {
    thread_id: threadId,
    message: '<p>hello</p>',
  });
  expect(body).toMatchObject({ code: 0 });
  // some calls have already left the queue, and are answered meanwhile
  expect(answered() - before).toBeLessThanOrEqual(flooders.length);
  await over;
});

test('[R33] six people send eight pictures each: a seventh’s waits for running decodes, not for all of them', async () => {
  const picture = await uniquePicture(800, 600).jpeg().toBuffer();
  const small = await plainPicture(40, 30).png().toBuffer();
  const { answered, over } = flood(
    flooders.flatMap((by) =>
      Array.from({ length: 2 }, () => () => uploadFiles(by, Array(4).fill(picture))),
    ),
  );
  await expect.poll(answered, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  const before = answered();
  const { status } = await uploadFiles(seventh, small);
  expect(status).toBe(200);
  expect(answered() - before).toBeLessThanOrEqual(3);
  await over;
});

test('[R21] sanitizing is charged to the person and the address, in every call that posts', async () => {
  const person = await member(db);
  const by = await api.as(person);
  const [own, begun] = [
    await by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
      thread_id: threadId,
      message: '<p>counted</p>',
    }),
    await by.call<{ data: { id: number } }>('POST', '/api/v1/thread', newThread()),
  ];
  const [post, thread] = [own.body.data.id, begun.body.data.id];
  const asked = vi.spyOn(sanitizerThread, 'sanitize');
  const edit = { id: thread, subject: 'flood edited', message: costly() };
  const ways = [
    ...waysToWrite(by, post, await member(db)),
    () => by.call('PUT', '/api/v1/thread', edit),
    async () => {
      const { rows } = await db.execute<{ id: number }>(
        sql`select id from post_revision where post_id = ${post}`,
      );
      await by.call('GET', `/api/v1/thread/post/revision?post_id=${post}&id=${rows[0]?.id}`);
    },
  ];
  for (const way of ways) {
    const before = asked.mock.calls.length;
    await way();
    const shares = asked.mock.calls.slice(before).map(([, , , share]) => share);
    expect(shares.map((share) => [way.toString(), share?.person, share?.address])).toEqual([
      [way.toString(), person, expect.any(String)],
    ]);
  }
  asked.mockRestore();
});

test('[R33] so are forms and pictures, in posts and of people', async () => {
  const person = await member(db);
  const by = await api.as(person);
  const charged = vi.spyOn(FairQueue.prototype, 'charge');
  const picture = await plainPicture(40, 30).png().toBuffer();
  for (const path of ['/api/v1/thread/file', '/api/v1/user/avatar']) {
    charged.mockClear();
    expect((await uploadFiles(by, picture, {}, path)).status).toBe(200);
    const share = { person, address: expect.any(String) };
    // memory for the form, and the encoder
    expect(charged.mock.calls.map(([one]) => one)).toEqual([share, share]);
  }
  charged.mockRestore();
});
