import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { PushMessage } from '#contracts/pushing.ts';
import { leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { type MailContents, readMailContents, readReceiver } from '../mail/read-contents.ts';
import { lookupFor } from './endpoints.ts';
import { getPushKeys, type PushKeys, pushContact } from './keys.ts';
import { composeMessages, topicOf } from './push-messages.ts';

/* Hands one message over to a push service. Redirects aren't followed, answers aren't read. */

const TIMEOUT_MS = 10_000;
/** A message that couldn't be delivered for a day is dropped by the service. */
const TTL_SECONDS = 24 * 60 * 60;

interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * What became of a message. gone: the browser has ended its subscription. later: it may be tried
 * again, after that many seconds if the service says so. refused: it never will be taken.
 */
type PushOutcome = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'later'; afterSeconds: number };

function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500)
    return { kind: 'later', afterSeconds: Number(/^\d{1,5}$/.exec(retryAfter ?? '')?.[0] ?? 0) };
  return { kind: 'refused' };
}

async function deliverMessage(
  env: Env,
  { publicKey, privateKey }: PushKeys,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
): Promise<PushOutcome> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: pushContact(env), publicKey, privateKey },
      TTL: TTL_SECONDS,
      urgency: 'normal',
      topic: topicOf(message.tag),
    },
  );
  const url = new URL(endpoint);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const failed = () => resolve({ kind: 'later', afterSeconds: 0 });
    const options = {
      ...lookupFor(env, url),
      method: 'POST',
      headers: headers as Record<string, string>,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    request(url, options, (response) => {
      resolve(toOutcome(response.statusCode ?? 0, response.headers['retry-after']));
      response.on('error', failed).destroy();
    })
      .on('error', failed)
      .end(body);
  });
}

/*
 * Sends what is due. Its rows are leased and deleted only when it was sent, so that what a killed
 * process had taken is sent by another: a message replaces the one of the same tag.
 */

/** People whose messages are sent at the same time. */
const PEOPLE_PER_STEP = 20;
/** Things of one person that are told at a time. */
const EVENTS_PER_PERSON = 50;
/** Seconds between two times at which one person is told something. */
const PAUSE_SECONDS = 20;
/** Seconds after which the process that sends is taken for dead. */
const LEASE_SECONDS = 120;
/** Times that something is tried, and seconds before the second; each pause is 4 times as long. */
const MAX_TRIES = 5;
const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;
/** Failures without a success between them that end a subscription. */
const MAX_FAILURES = 20;
/** Tags that a message names as unread. */
const MAX_TAGS = 50;

interface TakenEvent {
  userId: number;
  key: string;
  n: number | null;
  l: number | null;
  /** Events that the row stood for when it was taken. */
  taken: number;
  /** Events to tell of: also those that a message before told of, unless they were read. */
  e: number;
  tries: number;
  /** Ids of subscriptions that it couldn't be sent to; null: all are to get it. */
  browsers: number[] | null;
}

const takeDue = statement<TakenEvent>(`
  with due as materialized (
    select user_id, key
    from push_event
    where due_at <= now()
    order by due_at
    limit ${PEOPLE_PER_STEP * EVENTS_PER_PERSON}
    for update skip locked
  ),
  person as materialized (
    select distinct user_id
    from due
    limit ${PEOPLE_PER_STEP}
  ),
  paused as (
    update push_choice c
    set next_at = now() + interval '${PAUSE_SECONDS} seconds'
    from person
    where c.user_id = person.user_id
  ),
  taken as (
    update push_event e
    set due_at = now() + interval '${LEASE_SECONDS} seconds'
    from due
    join person on person.user_id = due.user_id
    where e.user_id = due.user_id and e.key = due.key
    returning e.*
  )
  select
    taken.user_id as "userId",
    taken.key,
    taken.notification_id as n,
    taken.letter_id as l,
    taken.events as taken,
    coalesce(counted.count, taken.events) as e,
    taken.tries,
    taken.browsers
  from taken
  ${leftJoinByKeySql('notification', 'counted', 'taken.notification_id')}
  order by taken.user_id, coalesce(taken.notification_id, taken.letter_id) desc`);

interface Subscription extends PushTarget {
  id: number;
  isPhone: boolean;
}
const selectSubscriptions = statement<Subscription, { userId: number }>(`
  select id, endpoint, p256dh, auth, is_phone as "isPhone"
  from push_subscription
  where user_id = :userId
  order by id desc
  limit 20`);
const selectUnreadTags = statement<{ tag: string }, { userId: number }>(`
  (
    select carried_key(n.id, n.kind, n.group_key, n.thread_id, n.post_id) as tag
    from notification n
    where n.user_id = :userId and n.read_at is null
    limit ${MAX_TAGS + 1}
  )
  union
  (
    select 'letter:' || sender_id as tag
    from (
      select sender_id
      from letter
      where receiver_id = :userId and read_at is null and deleted_by_receiver is null
      limit ${MAX_TAGS + 1}
    ) unread
  )`);

const deleteSent = statement<
  unknown,
  { userId: number; keys: readonly string[]; taken: readonly number[] }
>(`
  delete from push_event e
  using unnest(:keys::text[], :taken::int[]) as sent(key, events)
  where e.user_id = :userId and e.key = sent.key and e.events = sent.events`);
const postpone = statement<
  unknown,
  { userId: number; keys: readonly string[]; browsers: readonly number[]; seconds: number }
>(`
  update push_event
  set
    due_at = now() + make_interval(secs => :seconds::int),
    tries = tries + 1,
    browsers = :browsers::int[]
  where user_id = :userId and key = any(:keys::text[])`);

const markSent = statement<unknown, { id: number }>(`
  update push_subscription
  set sent_at = now(), failures = 0
  where id = :id`);
const markFailed = statement<unknown, { id: number }>(`
  update push_subscription
  set failures = failures + 1
  where id = :id`);
const deleteGone = statement<unknown, { id: number; always: boolean }>(`
  delete from push_subscription
  where id = :id and (:always or failures >= ${MAX_FAILURES})`);

interface PushContext {
  db: Db;
  env: Env;
}

/** Sends all of it to one browser; resolves with the worst that became of it. */
async function sendTo(
  { db, env }: PushContext,
  subscription: Subscription,
  messages: readonly PushMessage[],
): Promise<PushOutcome> {
  if (messages.length === 0) return { kind: 'sent' };
  const keys = await getPushKeys(db);
  const { id } = subscription;
  for (const message of messages) {
    const outcome = await deliverMessage(env, keys, subscription, message);
    if (outcome.kind === 'sent') continue;
    if (outcome.kind !== 'gone') await markFailed(db, { id });
    await deleteGone(db, { id, always: outcome.kind === 'gone' });
    return outcome;
  }
  await markSent(db, { id });
  return { kind: 'sent' };
}

async function readUnreadTags(db: Db, userId: number): Promise<string[] | undefined> {
  const tags = (await selectUnreadTags(db, { userId })).map(({ tag }) => tag);
  return tags.length > MAX_TAGS ? undefined : tags;
}

/** What is to be told: nothing of what was read meanwhile, or what its receiver may not see. */
async function readMessages(
  { db }: PushContext,
  userId: number,
  events: readonly TakenEvent[],
): Promise<((isPhone: boolean) => PushMessage[]) | undefined> {
  const receiver = await readReceiver(db, userId);
  if (!receiver || receiver.isAway) return undefined;
  // What was chosen since is gone from the table; what is mailed doesn't matter here.
  const contents: MailContents = await readMailContents(db, { ...receiver, notices: {} }, events);
  const tags = new Map(events.flatMap(({ n, key }) => (n === null ? [] : [[n, key] as const])));
  const unread = await readUnreadTags(db, userId);
  return (isPhone) =>
    composeMessages(receiver, isPhone, contents, tags).map((message) => ({
      ...message,
      ...(unread ? { unread } : {}),
    }));
}

async function tellPerson(
  context: PushContext,
  userId: number,
  events: readonly TakenEvent[],
): Promise<void> {
  const { db } = context;
  const messagesFor = await readMessages(context, userId, events);
  const isFor = ({ id }: Subscription) =>
    events.some(({ browsers }) => browsers === null || browsers.includes(id));
  const subscriptions = messagesFor ? await selectSubscriptions(db, { userId }) : [];
  const failed: number[] = [];
  let afterSeconds = 0;
  await Promise.all(
    subscriptions.filter(isFor).map(async (subscription) => {
      const outcome = await sendTo(
        context,
        subscription,
        messagesFor?.(subscription.isPhone) ?? [],
      );
      if (outcome.kind !== 'later') return;
      failed.push(subscription.id);
      afterSeconds = Math.max(afterSeconds, outcome.afterSeconds);
    }),
  );
  const tries = Math.max(...events.map((event) => event.tries));
  const keys = events.map(({ key }) => key);
  if (failed.length > 0 && tries + 1 < MAX_TRIES) {
    const pause = Math.max(afterSeconds, FIRST_PAUSE_SECONDS * 4 ** tries);
    const seconds = Math.min(pause, MAX_PAUSE_SECONDS);
    await postpone(db, { userId, keys, browsers: failed, seconds });
  } else await deleteSent(db, { userId, keys, taken: events.map(({ taken }) => taken) });
}

/**
 * Sends what is due to some people; false when nothing is. `onFailure` hears of whom nothing could
 * be sent to, which is tried again when its lease ends.
 */
export async function pushDue(
  context: PushContext,
  onFailure: (error: unknown, userId: number) => void,
): Promise<boolean> {
  const taken = await takeDue(context.db);
  const byPerson = Map.groupBy(taken, ({ userId }) => userId);
  await Promise.all(
    [...byPerson].map(([userId, events]) =>
      tellPerson(context, userId, events).catch((error: unknown) => onFailure(error, userId)),
    ),
  );
  return taken.length > 0;
}
