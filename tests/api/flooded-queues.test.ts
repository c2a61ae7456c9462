import { beforeAll, expect, test } from 'vitest';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import { member, thread } from '../support/factories.ts';
import { plainPicture, uniquePicture } from '../support/sample-pictures.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { uploadFiles } from '../support/upload-call.ts';

/*
 * Six people fill the queues in which everybody's messages and pictures wait (R21). How long a
 * seventh waits is told by how many of theirs are answered meanwhile, whatever the machine does.
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

/** Asks for all at once; tells how many are answered. */
function flood(calls: (() => Promise<unknown>)[]): { answered(): number; over: Promise<unknown> } {
  let answered = 0;
  const over = Promise.all(calls.map((call) => call().then(() => answered++)));
  return { answered: () => answered, over };
}

test('[R21] six people send costly previews, replies and edits: a seventh’s reply waits for those at work, not for all of them', async () => {
  const own = await Promise.all(
    flooders.map((by) =>
      by.call<{ data: { id: number } }>('POST', '/api/v1/post', {
        thread_id: threadId,
        message: `<p>mine ${++count}</p>`,
      }),
    ),
  );
  const calls = flooders.flatMap((by, n) => [
    () => by.call('POST', '/api/v1/thread/preview', { message: costly() }),
    () => by.call('POST', '/api/v1/post', { thread_id: threadId, message: costly() }),
    () => by.call('PUT', '/api/v1/thread/post', { id: own[n]?.body.data.id, message: costly() }),
  ]);
  const { answered, over } = flood(calls);
  // As soon as the first is answered the queue is as full as it gets.
  await expect.poll(answered, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  const before = answered();
  const { body } = await seventh.call('POST', '/api/v1/post', {
    thread_id: threadId,
    message: '<p>hello</p>',
  });
  expect(body).toMatchObject({ code: 0 });
  expect(answered() - before).toBeLessThanOrEqual(3);
  await over;
});

test('[R33] six people send eight pictures each: a seventh’s waits for those at work, not for all of them', async () => {
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
