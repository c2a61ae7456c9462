import { createECDH } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { PushSettingsWire } from '#contracts/wire/push.ts';
import { deliverMessages } from '#domain/delivery/push/deliver-messages.ts';
import { getPushKeys } from '#domain/delivery/push/keys.ts';
import { createLookupTurn } from '#domain/delivery/push/look-up.ts';
import { createPusher, type PusherOptions } from '#domain/delivery/push/push-due.ts';
import { takeDueEvents } from '#domain/delivery/push/push-events.ts';
import { pushToPerson } from '#domain/delivery/push/push-to-person.ts';
import { createSlowServices, type SlowServices } from '#domain/delivery/push/slow-services.ts';
import { readEnv } from '#platform/env.ts';
import { createFairLimit } from '#platform/fair-limit.ts';
import { browserHeaders } from '../support/browser-session.ts';
import { type MadeThread, member } from '../support/factories.ts';
import { threadWithReplies } from '../support/mail-server.ts';
import { type PushService, startPushService, type TestBrowser } from '../support/push-service.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Push services that fail or are slow, and browsers with unusable keys. */

const { db } = await demoDatabase();
const api = await testApi(db);
const env = readEnv({ SITE_URL: 'http://127.0.0.1:4321' });

const PATH = '/api/v2/user/push';
let good: PushService;
let bad: PushService;
let id: number;

beforeEach(async () => {
  await db.execute(sql`delete from delivery_event`);
  await db.execute(sql`delete from push_subscription`);
  good = await startPushService();
  bad = await startPushService();
  id = await member(db);
});

/** Subscribes a browser with its own session to a service. */
async function subscribe(service: PushService, userId = id, browser = service.browser()) {
  const headers = await browserHeaders(db, userId);
  const { subscription } = browser;
  await api.call<{ data: PushSettingsWire }>('PUT', PATH, { quiet: null }, headers);
  const answer = await api.call('POST', `${PATH}/browsers`, subscription, headers);
  return { browser, answer };
}
/** A member with a browser at a service, and a reply to push to it. */
async function awaitingMember(service: PushService): Promise<number> {
  const userId = await member(db);
  await subscribe(service, userId);
  await threadWithReplies(db, api, userId);
  return userId;
}
async function replyTo({ id: threadId }: MadeThread): Promise<void> {
  const by = await api.as(await member(db));
  await by.call('POST', '/api/v1/post', { thread_id: threadId, message: '<p>又一条</p>' });
}
function startPusher(options: Partial<PusherOptions> = {}) {
  const failures: unknown[] = [];
  const pusher = createPusher({ db, env, onFailure: (error) => failures.push(error), ...options });
  const due = () => db.execute(sql`update delivery_event set due_at = now()`);
  return {
    ...pusher,
    failures,
    due,
    /** Sends a service's due messages while other messages are in flight. */
    async pushDueOf(service: PushService) {
      await db.execute(sql`
        update delivery_event
        set due_at = now()
        where user_id in (
          select user_id from push_subscription where endpoint like ${`${service.url}/%`}
        )`);
      await pusher.pushDue();
      await service.untilAsked(1);
    },
    async pushNow() {
      await due();
      await pusher.pushDue();
      await pusher.finish();
    },
  };
}
const change = ({ subscription }: TestBrowser, column: string, value: string) =>
  db.execute(sql`
    update push_subscription
    set ${sql.identifier(column)} = ${value}
    where endpoint = ${subscription.endpoint}`);
const events = async () =>
  (await db.execute(sql`select key, events, tries, browsers from delivery_event`)).rows;
const countBrowsers = async (userId = id) =>
  (await db.execute(sql`select from push_subscription where user_id = ${userId}`)).rows.length;
const titles = (service: PushService) => service.arrived.map(({ message }) => message.title);

/** A key of the right length that is no point of the curve. */
function offCurve(): string {
  const keys = createECDH('prime256v1');
  const point = keys.generateKeys();
  point[64] = (point[64] ?? 0) ^ 1;
  return point.toString('base64url');
}

test('[R30] a reply that comes while another browser fails is shown by all browsers', async () => {
  await subscribe(good);
  await subscribe(bad);
  bad.isHolding = true;
  bad.status = 503;
  const pusher = startPusher();
  const made = await threadWithReplies(db, api, id);
  await pusher.due();
  await pusher.pushDue();
  await Promise.all([bad.untilAsked(1), good.untilAsked(1)]);
  await replyTo(made);
  bad.release();
  await pusher.finish();
  expect(await events()).toMatchObject([{ events: 2, browsers: null }]);
  await pusher.pushNow();
  expect(titles(good)).toHaveLength(2);
  expect(titles(good)[1]).toBe('你的主题有 2 条新回复');
});

test('[R30] a reply that comes while a message is sent is shown by another message', async () => {
  await subscribe(good);
  good.isHolding = true;
  const pusher = startPusher();
  const made = await threadWithReplies(db, api, id);
  await pusher.due();
  await pusher.pushDue();
  await good.untilAsked(1);
  await replyTo(made);
  good.release();
  await pusher.finish();
  await pusher.pushNow();
  expect(titles(good)[1]).toBe('你的主题有 2 条新回复');
});

test('[R30] a person is served once at a time', async () => {
  await subscribe(good);
  good.isHolding = true;
  const pusher = startPusher();
  await threadWithReplies(db, api, id);
  await pusher.due();
  expect(await pusher.pushDue()).toBe(true);
  await good.untilAsked(1);
  await pusher.due();
  expect(await pusher.pushDue()).toBe(false);
  good.release();
  await pusher.finish();
});

test('[R30] a browser that got a message is left alone while another one is tried again', async () => {
  await subscribe(good);
  await subscribe(bad);
  bad.status = 503;
  const pusher = startPusher();
  await threadWithReplies(db, api, id);
  await pusher.pushNow();
  const { id: other } = await threadWithReplies(db, api, id);
  await pusher.pushNow();
  expect(good.arrived.map(({ message }) => message.tag).slice(1)).toEqual([`replies:${other}`]);
});

test('[R21] a browser’s key off the curve is refused by name', async () => {
  const browser = good.browser();
  browser.subscription.p256dh = offCurve();
  const { answer } = await subscribe(good, id, browser);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('p256dh');
  expect(await countBrowsers()).toBe(0);
});

test('[R30] a stored key off the curve ends its browser alone', async () => {
  await subscribe(good);
  const { browser } = await subscribe(good);
  await change(browser, 'p256dh', offCurve());
  const pusher = startPusher();
  await threadWithReplies(db, api, id);
  await pusher.pushNow();
  await pusher.pushNow();
  expect(good.asked).toBe(1);
  expect(await countBrowsers()).toBe(1);
  expect(pusher.failures).toEqual([]);
});

test('[R30] a browser for which nothing can be encrypted is tried five times', async () => {
  await subscribe(good);
  const { browser } = await subscribe(good);
  await change(browser, 'auth', 'short');
  const pusher = startPusher();
  await threadWithReplies(db, api, id);
  for (let tries = 1; tries <= 5; tries++) {
    expect(await events()).toHaveLength(1);
    await pusher.pushNow();
  }
  expect(await events()).toEqual([]);
  expect(pusher.failures).toHaveLength(5);
  expect(good.asked).toBe(1);
});

test('[R30] a reply is pushed after its notification got another id', async () => {
  await subscribe(good);
  const pusher = startPusher();
  await threadWithReplies(db, api, id);
  await db.execute(sql`update notification set id = id + 1000000 where user_id = ${id}`);
  await pusher.pushNow();
  expect(good.arrived).toHaveLength(1);
});

/** A message whose permanent refusal (410) the service holds back until `bad.release()`. */
async function holdRefusal() {
  const { browser } = await subscribe(bad);
  bad.isHolding = true;
  bad.status = 410;
  const pusher = startPusher();
  await threadWithReplies(db, api, id);
  await pusher.due();
  await pusher.pushDue();
  await bad.untilAsked(1);
  return { browser, pusher };
}

test('[R30] a failure of the former owner leaves a browser that somebody else has by then', async () => {
  const { browser, pusher } = await holdRefusal();
  const next = await member(db);
  await subscribe(bad, next, browser);
  bad.release();
  await pusher.finish();
  expect(await countBrowsers(next)).toBe(1);
});

test('[R30] a failure by a former key leaves a browser that has a new one by then', async () => {
  const { browser, pusher } = await holdRefusal();
  await change(browser, 'p256dh', bad.browser().subscription.p256dh);
  bad.release();
  await pusher.finish();
  expect(await countBrowsers()).toBe(1);
});

test('[R30] messages to a slow service leave the slots to others', async () => {
  bad.isHolding = true;
  const pusher = startPusher({ people: 1, slowAfterMs: 20 });
  await awaitingMember(bad);
  await pusher.due();
  await pusher.pushDue();
  await awaitingMember(good);
  await pusher.pushDueOf(good);
  expect(bad.held).toBe(1);
  bad.release();
  await pusher.finish();
  expect(await events()).toEqual([]);
});

const slowServices: SlowServices = {
  has: (host) => host === new URL(bad.url).host,
  observe: (_host, work) => work(),
};
/** A pusher for one person at a time that treats `bad` as slow. */
const startPusherOfSlow = () => startPusher({ people: 1, slowAfterMs: 600_000, slowServices });

test('[R30] slow services have a lane of their own, with five requests at once', async () => {
  bad.isHolding = true;
  const slow = 7;
  for (let count = 0; count < slow; count++) await awaitingMember(bad);
  const pusher = startPusherOfSlow();
  await pusher.due();
  await awaitingMember(good);
  for (let count = 0; count < slow; count++) await pusher.pushDue();
  await pusher.pushDueOf(good);
  await bad.untilAsked(5);
  expect(bad.held).toBe(5);
  bad.release();
  await pusher.finish();
  expect(bad.asked).toBe(slow);
});

test('[R30] a person’s browsers at slow services are served one after the other', async () => {
  bad.isHolding = true;
  for (let count = 0; count < 3; count++) await subscribe(bad);
  await threadWithReplies(db, api, id);
  const pusher = startPusherOfSlow();
  await pusher.due();
  await pusher.pushDue();
  await awaitingMember(good);
  await pusher.pushDueOf(good);
  await bad.untilAsked(1);
  expect(bad.held).toBe(1);
  bad.release();
  await pusher.finish();
  expect(bad.asked).toBe(3);
});

test('[R30] a message that finds no room in the lane of slow services is sent later, to their browsers alone', async () => {
  await subscribe(good);
  await subscribe(bad);
  await threadWithReplies(db, api, id);
  await startPusher().due();
  const context = {
    db,
    env,
    lookUp: async () => [],
    slowServices,
    slowLane: createFairLimit({
      capacity: 0,
      maxWaiting: 0,
      createRefusal: () => new Error('the lane is full'),
    }),
    slowAfterMs: 600_000,
    onFailure: () => {},
  };
  await pushToPerson(context, id, await takeDueEvents(db, 1, []), () => {});
  expect([good.asked, bad.asked]).toEqual([1, 0]);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from push_subscription where endpoint like ${`${bad.url}/%`}`,
  );
  expect(await events()).toMatchObject([{ tries: 1, browsers: rows.map((row) => row.id) }]);
});

/** Delivers three messages to a browser of `bad`, by a host name of `bad`. */
async function deliverThree(signal: AbortSignal) {
  const { subscription } = bad.browser();
  const { port, pathname } = new URL(subscription.endpoint);
  const looked: string[] = [];
  const outcome = await deliverMessages(
    {
      env,
      lookUp: async (hostname) => {
        looked.push(hostname);
        return [{ address: '127.0.0.1', family: 4 }];
      },
      slowServices: createSlowServices(),
    },
    await getPushKeys(db),
    { ...subscription, endpoint: `http://push.example:${port}${pathname}` },
    [1, 2, 3].map((one) => ({ title: `${one}`, body: '', path: '/', tag: `${one}` })),
    { person: id, turn: createLookupTurn(1), signal },
  );
  return { outcome, looked };
}

test('[R21] messages go to the address that was checked, from one lookup', async () => {
  const { outcome, looked } = await deliverThree(new AbortController().signal);
  expect(outcome).toEqual({ kind: 'sent' });
  expect(titles(bad)).toEqual(['1', '2', '3']);
  expect(looked).toEqual(['push.example']);
});

test('[R30] a failed message stops further messages to its browser', async () => {
  bad.status = 503;
  const { outcome } = await deliverThree(new AbortController().signal);
  expect([outcome.kind, bad.asked]).toEqual(['later', 1]);
});

test('[R30] all messages of a browser have one deadline', async () => {
  const deadline = new AbortController();
  bad.isHolding = true;
  const delivering = deliverThree(deadline.signal);
  await bad.untilAsked(1);
  bad.release();
  bad.isHolding = true;
  await bad.untilAsked(2);
  deadline.abort();
  expect((await delivering).outcome).toEqual({ kind: 'later', afterSeconds: 0 });
  expect(bad.asked).toBe(2);
});
