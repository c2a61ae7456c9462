import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PUSH_BROWSERS } from '#contracts/pushing.ts';
import type { PushSettingsWire } from '#contracts/wire/push.ts';
import { markAllRead } from '#domain/delivery/notification/mark.ts';
import { getPushKeys } from '#domain/delivery/push/keys.ts';
import { createPusher } from '#domain/delivery/push/push-due.ts';
import { readEnv } from '#platform/env.ts';
import { browserHeaders } from '../support/browser-session.ts';
import { member } from '../support/factories.ts';
import { threadWithReplies } from '../support/mail-server.ts';
import { startPushService, type TestBrowser } from '../support/push-service.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Push notifications: recipients, times, and ends. */

const { db } = await demoDatabase();
const service = await startPushService();
const api = await testApi(db);
const env = readEnv({ SITE_URL: 'http://127.0.0.1:4321' });

const PATH = '/api/v2/user/push';
interface Answer {
  code: number;
  data: PushSettingsWire;
}

let id: number;
let cookies: Record<string, string>;

beforeEach(async () => {
  await db.execute(sql`delete from delivery_event`);
  await db.execute(sql`delete from push_subscription`);
  service.arrived = [];
  service.asked = 0;
  service.status = 201;
  id = await member(db, { nickname: `收信人${Date.now()}` });
  cookies = await browserHeaders(db, id);
});

const call = (method: string, path: string, body?: unknown, headers = cookies) =>
  api.call<Answer>(method, path, body, headers);
const subscribe = (browser: TestBrowser, headers = cookies) =>
  call('POST', `${PATH}/browsers`, browser.subscription, headers);
/** A member's browser with push at any hour. */
async function switchOn(wishes: { phone?: boolean } = {}): Promise<TestBrowser> {
  const browser = service.browser(wishes);
  expect((await subscribe(browser)).status).toBe(200);
  await call('PUT', PATH, { quiet: null });
  return browser;
}
/** Makes pending push messages due and sends them. */
async function pushNow(): Promise<void> {
  await db.execute(sql`update delivery_event set due_at = now()`);
  const failures: unknown[] = [];
  const pusher = createPusher({ db, env, onFailure: (error) => failures.push(error) });
  await pusher.pushDue();
  await pusher.finish();
  expect(failures).toEqual([]);
}
const events = async () =>
  (
    await db.execute<{ key: string; events: number; seconds: number; tries: number }>(sql`
      select key, events, extract(epoch from due_at - now())::float8 as seconds, tries
      from delivery_event
      where user_id = ${id}
      order by key`)
  ).rows;
const messages = () => service.arrived.map(({ message }) => message);
const count = async (table: 'push_subscription' | 'push_choice') =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where user_id = ${id}`,
    )
  ).rows[0]?.count;
const language = (lang: string) =>
  db.execute(sql`update "user" set language = ${lang} where id = ${id}`);

/** A member who may send private messages, with the display name. */
async function writer(): Promise<{ id: number; by: Caller; nickname: string }> {
  const nickname = `写信人${Date.now()}`;
  const writerId = await member(db, { nickname });
  return { id: writerId, nickname, by: await api.as(writerId) };
}

describe('sending', () => {
  test('[R30] a browser with push shows a reply: encrypted for it, signed by the forum, leading to the floor', async () => {
    const browser = await switchOn();
    const made = await threadWithReplies(db, api, id, { subject: '开机后没有声音' });
    const [event] = await events();
    expect(event).toMatchObject({ key: `replies:${made.id}`, events: 1 });
    expect(event?.seconds).toBeLessThanOrEqual(10);
    await pushNow();
    expect(service.arrived).toHaveLength(1);
    const [arrived] = service.arrived;
    expect(arrived?.browser).toBe(browser);
    expect(arrived?.message).toMatchObject({
      path: `/zh/post/${made.id}#p${made.replies[0]}`,
      tag: `replies:${made.id}`,
      unread: [`replies:${made.id}`],
    });
    expect(arrived?.message.title).toMatch(/回复了你的主题$/);
    expect(arrived?.message.body).toMatch(/^开机后没有声音\n第 \d+ 条回复$/);
    const { publicKey } = await getPushKeys(db);
    expect(arrived?.publicKey).toBe(publicKey);
    expect(arrived?.claims).toMatchObject({ aud: service.url });
    expect(arrived?.claims.exp).toBeLessThanOrEqual(Date.now() / 1_000 + 24 * 3_600);
    expect(arrived?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
    });
    expect(arrived?.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(await events()).toEqual([]);
    expect((await call('GET', PATH)).body.data.browsers[0]?.sent_at).not.toBeNull();
  });

  test('[R28, R30] a moderator’s browser shows the number of pending items in a forum, and leads to its queue', async () => {
    await db.execute(sql`insert into forum_moderator (forum_id, user_id) values (1, ${id})`);
    await switchOn();
    const { id: reporter, by } = await writer();
    const [post] = (await threadWithReplies(db, api, reporter)).replies;
    await by.call('POST', '/api/v1/thread/post/report', { post_id: post, report_type: 'spam' });
    await pushNow();
    expect(messages()).toMatchObject([
      {
        title: '1 条举报待处理',
        path: '/zh/me/moderation?forum=1',
        tag: 'reportQueue:1',
        unread: ['reportQueue:1'],
      },
    ]);
  });

  test('[R1, R30] on phones it leads to the phone’s page, in its receiver’s language', async () => {
    await language('en');
    await switchOn({ phone: true });
    const made = await threadWithReplies(db, api, id);
    await pushNow();
    expect(messages()[0]).toMatchObject({ path: `/phone/en/post/${made.id}#p${made.replies[0]}` });
    expect(messages()[0]?.title).toMatch(/replied/);
  });

  test('[R30] replies of one thread are one message, which counts those that are unread', async () => {
    await switchOn();
    const made = await threadWithReplies(db, api, id, { replies: 2 });
    await pushNow();
    const by = await api.as(await member(db));
    await by.call('POST', '/api/v1/post', { thread_id: made.id, message: '<p>又一条</p>' });
    await pushNow();
    expect(messages().map(({ tag, title }) => [tag, title])).toEqual([
      [`replies:${made.id}`, '你的主题有 2 条新回复'],
      [`replies:${made.id}`, '你的主题有 3 条新回复'],
    ]);
    expect(new Set(service.arrived.map(({ headers }) => headers.topic)).size).toBe(1);
  });

  test('[R30] more than three events at a time are one message', async () => {
    await switchOn();
    for (let thread = 0; thread < 4; thread++) await threadWithReplies(db, api, id);
    await pushNow();
    expect(messages()).toHaveLength(1);
    expect(messages()[0]).toMatchObject({
      title: '4 条新通知',
      tag: 'summary',
      path: '/zh/me/messages',
    });
    expect(messages()[0]?.unread).toHaveLength(4);
  });

  test('[R30] after a message somebody has peace for twenty seconds, however much happens', async () => {
    await switchOn();
    await threadWithReplies(db, api, id);
    await pushNow();
    await threadWithReplies(db, api, id);
    const [event] = await events();
    expect(event?.seconds).toBeGreaterThan(12);
    expect(event?.seconds).toBeLessThanOrEqual(20);
  });

  test('[R30] read notifications aren’t pushed, and the next message gives the number of unread ones', async () => {
    await switchOn();
    const first = await threadWithReplies(db, api, id);
    await markAllRead(db, id);
    await pushNow();
    expect(service.asked).toBe(0);
    const second = await threadWithReplies(db, api, id);
    await pushNow();
    expect(messages()[0]?.unread).toEqual([`replies:${second.id}`]);
    expect(messages()[0]?.unread).not.toContain(`replies:${first.id}`);
  });

  test('[R30] only the author’s name of a private message is shown', async () => {
    await switchOn();
    const { id: from, by, nickname } = await writer();
    const sent = await by.call('POST', '/api/v1/user/letter', {
      receive_user_id: id,
      note: '<p>密码是 1234</p>',
    });
    expect(sent.status).toBe(200);
    await pushNow();
    expect(messages()).toMatchObject([
      {
        title: `${nickname} 给你发了私信`,
        body: '',
        path: `/zh/me/letters?with=${from}`,
        tag: `letter:${from}`,
      },
    ]);
    expect(JSON.stringify(messages())).not.toContain('1234');
  });

  test('[R29] a banned member gets no messages', async () => {
    await switchOn();
    await threadWithReplies(db, api, id);
    await db.execute(sql`
      update "user"
      set banned_from = now() - interval '1 hour', banned_until = now() + interval '1 hour'
      where id = ${id}`);
    await pushNow();
    expect(service.asked).toBe(0);
    expect(await events()).toEqual([]);
  });

  test('[R30] a subscription that the browser has ended is forgotten', async () => {
    for (const status of [404, 410]) {
      await switchOn();
      await threadWithReplies(db, api, id);
      service.status = status;
      await pushNow();
      expect(await count('push_subscription')).toBe(0);
      expect(await events()).toEqual([]);
      service.status = 201;
    }
  });

  test('[R30] a message that a push service refuses is retried by itself, later each time, for that browser only', async () => {
    const browser = await switchOn();
    cookies = await browserHeaders(db, id);
    const other = await switchOn();
    await threadWithReplies(db, api, id);
    service.status = 503;
    await pushNow();
    expect((await events())[0]).toMatchObject({ tries: 1 });
    expect((await events())[0]?.seconds).toBeGreaterThan(20);
    await db.execute(sql`
      update delivery_event
      set browsers = array(
        select id from push_subscription where endpoint = ${other.subscription.endpoint}
      )`);
    await pushNow();
    expect((await events())[0]).toMatchObject({ tries: 2 });
    expect((await events())[0]?.seconds).toBeGreaterThan(100);
    service.status = 201;
    await pushNow();
    expect(service.arrived.map((one) => one.browser)).toEqual([other]);
    expect(browser).not.toBe(other);
    expect(await events()).toEqual([]);
  });

  test('[R30] a redirect isn’t followed, and a refusal isn’t tried again; too many of them end the subscription', async () => {
    await switchOn();
    for (const status of [302, 403]) {
      await threadWithReplies(db, api, id);
      service.status = status;
      await pushNow();
      expect(await events()).toEqual([]);
    }
    expect(service.asked).toBe(2);
    await db.execute(sql`update push_subscription set failures = 19 where user_id = ${id}`);
    await threadWithReplies(db, api, id);
    await pushNow();
    expect(await count('push_subscription')).toBe(1);
    await db.execute(sql`
      update push_subscription set created_at = now() - interval '25 hours' where user_id = ${id}`);
    await threadWithReplies(db, api, id);
    await pushNow();
    expect(await count('push_subscription')).toBe(0);
  });
});

describe('choosing', () => {
  test('[R30] nobody is pushed anything before they switch it on', async () => {
    expect((await call('GET', PATH)).body.data).toMatchObject({
      browsers: [],
      quiet: { from: 22, until: 8 },
      notices: { reply: true, like: false, newThread: false, letter: true },
    });
    await threadWithReplies(db, api, id);
    expect(await events()).toEqual([]);
    expect(await count('push_choice')).toBe(0);
  });

  test('[R30] kinds that were switched off aren’t pushed, and their pending messages are dropped', async () => {
    await switchOn();
    await threadWithReplies(db, api, id);
    expect(await events()).toHaveLength(1);
    const { body } = await call('PUT', PATH, { notices: { reply: false } });
    expect(body.data.notices).toMatchObject({ reply: false, mention: true, like: false });
    expect(await events()).toEqual([]);
    await threadWithReplies(db, api, id);
    expect(await events()).toEqual([]);
  });

  test('[R30] messages in quiet hours are sent at their end, in the member’s time zone', async () => {
    await switchOn();
    const { rows } = await db.execute<{ hour: number }>(
      sql`select extract(hour from now() at time zone 'America/New_York')::int as hour`,
    );
    const hour = rows[0]?.hour as number;
    const until = (hour + 2) % 24;
    await threadWithReplies(db, api, id);
    await call('PUT', PATH, {
      quiet: { from: (hour + 23) % 24, until },
      time_zone: 'America/New_York',
    });
    await threadWithReplies(db, api, id);
    const due = await db.execute<{ hour: number; later: boolean }>(sql`
      select
        extract(hour from due_at at time zone 'America/New_York')::int as hour,
        due_at between now() and now() + interval '3 hours' as later
      from delivery_event
      where user_id = ${id}`);
    expect(due.rows).toEqual([
      { hour: until, later: true },
      { hour: until, later: true },
    ]);
    await call('PUT', PATH, { quiet: { from: (hour + 5) % 24, until: (hour + 8) % 24 } });
    for (const { seconds } of await events()) expect(seconds).toBeLessThanOrEqual(20);
  });

  test('[R30] an hour that there isn’t, one hour as both ends and an unknown zone are refused', async () => {
    for (const body of [
      { quiet: { from: 24, until: 8 } },
      { quiet: { from: 8, until: 8 } },
      { time_zone: 'Moon/Base' },
    ])
      expect((await call('PUT', PATH, body)).status).toBe(400);
  });

  test('[R30] only a browser is subscribed, with its session, and only its owner removes it', async () => {
    const browser = service.browser();
    const byToken = await (await api.as(id)).call('POST', `${PATH}/browsers`, browser.subscription);
    expect(byToken.status).toBe(403);
    const { body } = await subscribe(browser);
    const [mine] = body.data.browsers;
    expect(mine).toMatchObject({ current: true, sent_at: null });
    const stranger = await browserHeaders(db, await member(db));
    const path = `${PATH}/browsers?id=${mine?.id}`;
    expect((await call('DELETE', path, undefined, stranger)).status).toBe(404);
    await threadWithReplies(db, api, id);
    expect((await call('DELETE', path)).body.data.browsers).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('[R30] a member has twenty browsers at most; the oldest is removed', async () => {
    const first = service.browser();
    await subscribe(first);
    for (let more = 0; more < MAX_PUSH_BROWSERS; more++)
      await subscribe(service.browser(), await browserHeaders(db, id));
    expect(await count('push_subscription')).toBe(MAX_PUSH_BROWSERS);
    const { rows } = await db.execute(
      sql`select id from push_subscription where endpoint = ${first.subscription.endpoint}`,
    );
    expect(rows).toEqual([]);
  });

  test('[R20] [R30] push ends with the session in which it was switched on, and goes to the next login of the browser', async () => {
    const browser = await switchOn();
    await api.send('POST', '/api/v1/login/logout', undefined, cookies);
    expect(await count('push_subscription')).toBe(0);
    const next = await member(db);
    const nextCookies = await browserHeaders(db, next);
    cookies = await browserHeaders(db, id);
    await subscribe(browser);
    const { body } = await subscribe(browser, nextCookies);
    expect(body.data.browsers).toHaveLength(1);
    expect((await call('GET', PATH)).body.data.browsers).toEqual([]);
  });
});

test('[R30] the keys are made once, and stay those of the forum', async () => {
  const keys = await getPushKeys(db);
  const { rows } = await db.execute<{ value: unknown }>(
    sql`select value from site_state where name = 'push.keys'`,
  );
  expect(rows).toEqual([{ value: keys }]);
});
