import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { inTransaction } from '#db/statement.ts';
import {
  appointModerators,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
} from '../support/moderation-api.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { uploadForm } from '../support/upload-call.ts';

/* The use of a pool's connections when there are more callers than connections. */

const { db, url } = await demoDatabase();
/** The minimum of DATABASE_POOL: calls that need two connections block each other. */
const two = createDb({
  url,
  kind: 'maintenance',
  maxConnections: 2,
  name: 'forum two connections',
});
const DATA_DIR = temporaryFolder('connections');
const api = await testApi(two, { DATA_DIR });
const [moderator, member, other] = await Promise.all([
  api.as(MODERATOR),
  api.as(MEMBER),
  api.as(OTHER),
]);
const { thread, reply, comment } = await createWriters(api, member, other);
afterAll(() => two.$client.end());

/** Parallel calls of one kind: six times the number of connections. */
const AT_ONCE = 12;
let count = 0;
const text = () => `<p>同时写下的第 ${++count} 段话</p>`;
const threads: number[] = [];
const replies: number[] = [];
const comments: number[] = [];
let revisions: number[] = [];
/** Rows that the calls close or delete, so the other calls can't use them. */
const own: { threads: number[]; replies: number[] } = { threads: [], replies: [] };
let poll = { thread: 0, option: 0 };

beforeAll(async () => {
  await appointModerators(db);
  for (let n = 0; n < AT_ONCE; n++) threads.push(await thread());
  for (const id of threads) replies.push(await reply(id));
  for (const id of replies) comments.push(await comment(id));
  for (const id of threads) own.replies.push(await reply(id));
  for (let n = 0; n < AT_ONCE; n++) own.threads.push(await thread());
  for (const id of replies) await other.call('PUT', '/api/v1/thread/post', { id, message: text() });
  const ofReplies = await db.execute<{ id: number }>(
    sql`select id from post_revision where post_id in ${replies} order by post_id`,
  );
  revisions = ofReplies.rows.map(({ id }) => id);
  const open = sql`
    select
      p.thread_id as thread,
      (select id from poll_option where thread_id = p.thread_id limit 1) as option
    from poll p
    join thread t on t.id = p.thread_id
    join forum f on f.id = t.forum_id
    where p.expires_at > now() and f.access = 'public' and t.state = 'normal'
    limit 1`;
  poll = (await db.execute<typeof poll>(open)).rows[0] as typeof poll;
});

type Call = (n: number) => Promise<{ status: number }>;
const call =
  (by: Caller, method: string, path: string, body: (n: number) => object): Call =>
  (n) =>
    by.call(method, path, body(n));

const KINDS: Record<string, Call> = {
  'a thread': call(member, 'POST', '/api/v1/thread', () => ({
    forum_id: 1,
    type_id: 1,
    subject: `主题 ${++count}`,
    message: text(),
    language: 'zh_CN',
  })),
  'a reply': call(other, 'POST', '/api/v1/post', (n) => ({
    thread_id: threads[n],
    message: text(),
  })),
  'a reply to one thread': call(other, 'POST', '/api/v1/post', () => ({
    thread_id: threads[0],
    message: text(),
  })),
  'a comment': call(member, 'POST', '/api/v1/post/comment', (n) => ({
    post_id: replies[n],
    message: text(),
  })),
  'a letter': call(member, 'POST', '/api/v1/user/letter', () => ({
    receive_user_id: OTHER,
    note: text(),
  })),
  'a draft': call(member, 'POST', '/api/v1/thread/draft', () => ({
    forum_id: 1,
    subject: '草稿',
    message: text(),
  })),
  'a vote': call(member, 'POST', '/api/v1/thread/poll', () => ({
    tid: poll.thread,
    polloptionid: [poll.option],
  })),
  'a like': call(other, 'POST', '/api/v1/thread/up', (n) => ({ id: threads[n], idtype: 'tid' })),
  'a favourite': call(other, 'POST', '/api/v1/thread/favorite', (n) => ({ id: threads[n] })),
  'a report': call(member, 'POST', '/api/v1/thread/post/report', (n) => ({
    post_id: replies[n],
    report_type: 'spam',
    message: '请看看这里',
  })),
  'an edit of the own reply': call(other, 'PUT', '/api/v1/thread/post', (n) => ({
    id: replies[n],
    message: text(),
  })),
  'an edit of another’s reply by a moderator': call(
    moderator,
    'PUT',
    '/api/v1/thread/post',
    (n) => ({ id: replies[n], message: text() }),
  ),
  'an edit of the own thread': call(member, 'PUT', '/api/v1/thread', (n) => ({
    id: threads[n],
    subject: `改过 ${++count}`,
    message: text(),
  })),
  'an edit of another’s thread by a moderator': call(moderator, 'PUT', '/api/v1/thread', (n) => ({
    id: threads[n],
    subject: `版主改 ${++count}`,
    message: text(),
  })),
  'resolving by a moderator': (n) =>
    moderator.call('POST', `/api/v2/user/thread/${threads[n]}/resolve`),
  'a picture': (n) =>
    plainPicture(20 + n, 20)
      .png()
      .toBuffer()
      .then((picture) => member.send('POST', '/api/v1/thread/file', uploadForm(picture))),
  'the own settings': call(member, 'PUT', '/api/v1/user/info', (n) => ({ desc: `说明 ${n}` })),
  'a version taken away by a moderator': (n) =>
    moderator.call(
      'DELETE',
      `/api/v1/thread/post/revision?post_id=${replies[n]}&id=${revisions[n]}`,
    ),
  'closing a thread': call(moderator, 'POST', '/api/v1/thread/close', (n) => ({
    thread_id: own.threads[n],
    is_closed: n % 2,
  })),
  'a mark on threads': call(moderator, 'PUT', '/api/v1/thread/update', () => ({
    ids: threads,
    field: 'is_digest_forum',
    value: 1,
  })),
  'a warning': call(moderator, 'POST', '/api/v1/thread/warning', (n) => ({
    thread_id: threads[n],
    note: '请注意',
  })),
  'deleting replies': call(moderator, 'POST', '/api/v2/moderation/actions', (n) => ({
    action: 'delete',
    kind: 'reply',
    ids: [own.replies[n]],
    note: '',
  })),
  'taking a comment away': (n) => member.call('DELETE', `/api/v1/post/comment?id=${comments[n]}`),
  'taking the own thread away': (n) => member.call('DELETE', `/api/v1/thread?id=${own.threads[n]}`),
};

test.each(Object.entries(KINDS))(
  '[R40] with two connections, twelve at once of %s all get their answer',
  async (_, call) => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => call(n)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  },
);

test('[R40] forty moderators who edit at once all succeed, with any pool', async () => {
  const id = await reply(await thread());
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      moderator.call<{ code: number }>('PUT', '/api/v1/thread/post', { id, message: text() }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [200, 0]),
  );
});

test('[R40] while a table is locked, calls that need it get “try again later”, and all works afterwards', async () => {
  const id = await thread();
  const requests = createDb({ url, kind: 'requests', maxConnections: 2, name: 'forum requests' });
  try {
    const busy = await testApi(requests, { DATA_DIR });
    const caller = await busy.as(MEMBER);
    const during = await inTransaction(db, async (tx) => {
      await tx.query({ text: 'lock table post in access exclusive mode', values: [] });
      return Promise.all(
        Array.from({ length: 30 }, () =>
          caller.call<{ err_code: string }>('POST', '/api/v1/post', {
            thread_id: id,
            message: text(),
          }),
        ),
      );
    });
    expect(new Set(during.map(({ status, body }) => `${status} ${body.err_code}`))).toEqual(
      new Set(['503 unavailable']),
    );
    expect(during.filter(({ headers }) => !headers.get('retry-after'))).toEqual([]);
    expect(
      (await caller.call('POST', '/api/v1/post', { thread_id: id, message: text() })).status,
    ).toBe(200);
  } finally {
    await requests.$client.end();
  }
});
