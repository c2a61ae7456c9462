import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createEventStreams, type EventStreams } from '#api/http/event-streams.ts';
import { MEMBER_GROUP } from '#auth/actor.ts';
import { MEMBER_COOKIE } from '#auth/cookies.ts';
import { createSession, endSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { announceThreads } from '#outbox/announce-threads.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { createLog } from '#platform/log.ts';
import { thread as createThread } from '../support/factories.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Live unread counts (R30): server-sent events of a running server. */

const site = await startSite();
const ME = PEOPLE.member;
const OTHER = PEOPLE.otherMember;
const VIEWER = { userId: ME, groupId: MEMBER_GROUP, rights: { read: true } };

const cookieOf = (token: string) => ({
  cookie: `bbs=${token}; XSRF-TOKEN=${deriveXsrfToken(token)}`,
  'x-xsrf-token': deriveXsrfToken(token),
});
const newSession = (userId = ME) =>
  createSession(site.db, { userId, kind: 'site', ip: '127.0.0.1', userAgent: 'test' });

interface Heard {
  name: string;
  data: Record<string, number>;
  text: string;
}

/** A listening browser. `next` waits for an event by name; `ended` for the stream's end. */
async function listener(token: string, base = site.url, query = '') {
  const reply = await fetch(`${base}/api/v1/user/events${query}`, { headers: cookieOf(token) });
  const heard: Heard[] = [];
  let wake = () => {};
  let over = false;
  const reading = (async () => {
    let text = '';
    for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1];
        const text = /^data: (.+)$/m.exec(block)?.[1] ?? '{}';
        if (name) heard.push({ name, data: JSON.parse(text), text });
      }
      wake();
    }
  })().finally(() => {
    over = true;
    wake();
  });
  return {
    reply,
    async next(name: string): Promise<Heard> {
      for (;;) {
        const found = heard.findIndex((one) => one.name === name);
        if (found >= 0) return heard.splice(0, found + 1).at(-1) as Heard;
        if (over) throw new Error(`the stream ended before "${name}"`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    ended: () => reading,
  };
}

const thread = async () =>
  (
    await site.db.execute<{ id: number; forumId: number }>(
      sql`
        select id, forum_id as "forumId"
        from thread
        where user_id = ${ME} and state = 'normal' and checked and not closed
        order by id
        limit 1`,
    )
  ).rows[0] as { id: number; forumId: number };

test('[R30] a member gets an event for a new reply, and for reading elsewhere', async () => {
  await site.db.execute(sql`delete from notification where user_id = ${ME}`);
  const { reply, next } = await listener(await newSession());
  expect([
    reply.status,
    reply.headers.get('content-type'),
    reply.headers.get('content-encoding'),
    reply.headers.get('x-accel-buffering'),
  ]).toEqual([200, 'text/event-stream; charset=utf-8', null, 'no']);
  /** Waits for this many events; deleted rows above may cause one more. */
  const hearsOf = async (count: number) => {
    for (;;) if ((await next('unread')).data.thread_msg_count === count) return;
  };
  await hearsOf(0);
  const { id, forumId } = await thread();
  const other = await newSession(OTHER);
  const written = await fetch(`${site.url}/api/v1/post`, {
    method: 'POST',
    headers: { ...cookieOf(other), 'content-type': 'application/json' },
    body: JSON.stringify({
      thread_id: id,
      forum_id: forumId,
      message: `<p>这条回复会立刻通知你 ${Date.now()}</p>`,
      quote_user_id: 0,
    }),
  });
  expect(await written.json()).toMatchObject({ code: 0 });
  await hearsOf(1);
  await fetch(`${site.url}/api/v1/user/msg/readAll`, { headers: cookieOf(await newSession()) });
  await hearsOf(0);
});

test('[R24, R30] a browser gets events when pages of its open threads are published again, also for a thread that was written to as it connects; it gets none of other threads, nor of unreadable ones', async () => {
  const [shown, other, closed] = [
    await createThread(site.db),
    await createThread(site.db),
    await createThread(site.db),
  ];
  await site.db.execute(sql`update forum set access = 'groups' where id = 2`);
  await site.db.execute(sql`update thread set forum_id = 2 where id = ${closed.id}`);
  await site.db.execute(
    sql`
      update thread
      set last_reply_at = now() - interval '1 day'
      where id in (${shown.id}, ${closed.id})`,
  );
  const ids = [shown, other, closed].map(({ id }) => id);
  const { next } = await listener(await newSession(), site.url, `?thread_ids=${ids}`);
  const nextIds = async () => (await next('threads')).data as unknown as number[];
  expect(await nextIds()).toEqual([other.id]);
  await announceThreads(site.db, ids.map(cacheTag.thread));
  // the publisher announces them too
  const told = new Set<number>();
  while (!told.has(shown.id) || !told.has(other.id)) for (const id of await nextIds()) told.add(id);
  expect(told).toEqual(new Set([shown.id, other.id]));

  const tooMany = Array.from({ length: 21 }, (_, at) => at + 1);
  const refused = await listener(await newSession(), site.url, `?thread_ids=${tooMany}`);
  expect(refused.reply.status).toBe(400);
});

test('[R30] many notifications of a moment cause one or two events', async () => {
  const { next } = await listener(await newSession());
  await next('unread');
  await Promise.all(
    Array.from({ length: 30 }, () =>
      site.db.execute(
        sql`
          insert into notification (user_id, category, kind, note)
          values (${ME}, 3, 'system', 'x')`,
      ),
    ),
  );
  let events = 0;
  for (let count = 0; count < 30; events++) count = (await next('unread')).data.sys_msg_count ?? 0;
  expect(events).toBeLessThan(6);
});

test('[R20, R29] every reader of the forum gets removals within a moment of the commit, and a request to reload after a database outage', async () => {
  const [one, two] = [await listener(await newSession()), await listener(await newSession(OTHER))];
  await Promise.all([one.next('unread'), two.next('unread')]);
  await site.db.execute(
    sql`
      select pg_notify('removals', payload)
      from unnest(array[
        '{"forumId":1,"removal":{"thread":7}}',
        '{"forumId":1,"removal":{"thread":8,"post":9}}',
        '{"removal":{"user":10}}'
      ]) payload`,
  );
  for (const { next } of [one, two]) {
    const told = await next('removals');
    expect(JSON.parse(told.text)).toEqual([{ thread: 7 }, { thread: 8, post: 9 }, { user: 10 }]);
  }
  await site.db.execute(
    sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'forum listener' and datname = current_database()`,
  );
  await one.next('again');
});

test('[R17, R30] the stream restores a browser’s missing login cookies', async () => {
  const reply = await fetch(`${site.url}/api/v1/user/events`, {
    headers: { cookie: `bbs=${await newSession()}` },
  });
  await reply.body?.cancel();
  expect(reply.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
    'XSRF-TOKEN',
    MEMBER_COOKIE,
  ]);
});

test('[R17, R30] the stream ends with its login, and others go on', async () => {
  const mine = await newSession();
  const gone = await listener(mine);
  const stays = await listener(await newSession());
  await Promise.all([gone.next('unread'), stays.next('unread')]);
  await endSession(site.db, mine);
  await gone.next('end');
  await gone.ended();
  await site.db.execute(
    sql`insert into notification (user_id, category, kind, note) values (${ME}, 3, 'system', 'y')`,
  );
  await stays.next('unread');
});

test('[R29, R30] a banned member, who may read, gets the stream', async () => {
  await site.db.execute(
    sql`
      update "user"
      set banned_from = now() - interval '1 minute', banned_until = 'infinity'
      where id = ${OTHER}`,
  );
  const { reply, next } = await listener(await newSession(OTHER));
  expect(reply.status).toBe(200);
  await next('unread');
  await site.db.execute(
    sql`update "user" set banned_from = null, banned_until = null where id = ${OTHER}`,
  );
});

test('[R20, R30] visitors and tokens get no stream; more windows than a person has are refused', async () => {
  expect((await fetch(`${site.url}/api/v1/user/events`)).status).toBe(401);
  const token = await newSession(PEOPLE.fourthMember);
  const open = await Promise.all(Array.from({ length: 12 }, () => listener(token)));
  expect(open.map(({ reply }) => reply.status)).toEqual(Array(12).fill(200));
  const refused = await fetch(`${site.url}/api/v1/user/events`, { headers: cookieOf(token) });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
});

const lives: EventStreams[] = [];
afterAll(() => {
  for (const live of lives) live.close();
});

test('[unit] a browser that disconnects, before or after its first event, is forgotten, and closing ends all', async () => {
  const live = createEventStreams(site.db, createLog('silent'));
  lives.push(live);
  const [one, two, early] = [new PassThrough(), new PassThrough(), new PassThrough()];
  live.connect(early.destroy(), VIEWER, 'a');
  expect(live.size).toBe(0);
  live.connect(one, VIEWER, 'a');
  live.connect(two, VIEWER, 'b');
  expect(live.size).toBe(2);
  one.destroy();
  await once(one, 'close');
  expect(live.size).toBe(1);
  live.close();
  expect([live.size, live.hasCapacity(ME)]).toEqual([0, false]);
  expect(await text(two)).toMatch(/^retry: \d+\n\n$/);
});

test('[unit] a browser that stops reading is let go, and others go on', async () => {
  const live = createEventStreams(site.db, createLog('silent'));
  lives.push(live);
  const [stuck, reads] = [new PassThrough(), new PassThrough()];
  const heard = text(reads);
  live.connect(stuck, VIEWER, 'a');
  live.connect(reads, VIEWER, 'b');
  for (let round = 0; !stuck.destroyed; round++) {
    expect(round).toBeLessThan(10_000);
    live.broadcastRefresh();
    await new Promise(setImmediate);
  }
  expect([live.size, reads.destroyed]).toEqual([1, false]);
  live.close();
  expect(await heard).toContain('event: again');
});

test('[ops] the server stops at once although browsers listen', async () => {
  const own = await startSite();
  const token = await createSession(own.db, {
    userId: ME,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  const { next, ended } = await listener(token, own.url);
  await next('unread');
  // It ends its streams itself, before its own exit.
  const stopped = own.stop().then(() => 'the server');
  expect(await Promise.race([ended().then(() => 'the stream'), stopped])).toBe('the stream');
  await stopped;
});
