import { setTimeout as delay } from 'node:timers/promises';
import { MAX_PUSH_BROWSERS, type PushMessage } from '#contracts/pushing.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { FairLimit } from '#platform/fair-limit.ts';
import { PUSH_BROWSER_MS, SLOW_PUSH_MS } from '#platform/limits.ts';
import { readContents, readReceiver } from '../contents.ts';
import { isLetterKey, letterKeySql, notificationKeySql } from '../event-keys.ts';
import { isCurrentSql } from '../notification/queue-notices.ts';
import { isBrowserKey } from './browser-key.ts';
import { type Delivery, deliverMessages, LATER, type PushOutcome } from './deliver-messages.ts';
import { isEndpoint } from './endpoints.ts';
import { getPushKeys } from './keys.ts';
import { createLookupTurn } from './look-up.ts';
import { eventsFor, settleEvents, type TakenEvent } from './push-events.ts';
import { composeMessages } from './push-messages.ts';
import type { PushTarget } from './push-request.ts';

/** Consecutive failures, over at least a day, that end a subscription. */
const MAX_FAILURES = 20;
const MAX_TAGS = 50;

interface Subscription extends PushTarget {
  id: number;
  isPhone: boolean;
}
const selectSubscriptions = statement<Subscription, { userId: number }>(`
  select id, endpoint, p256dh, auth, is_phone as "isPhone"
  from push_subscription
  where user_id = :userId
  order by id desc
  limit ${MAX_PUSH_BROWSERS}`);
const selectUnreadTags = statement<{ tag: string }, { userId: number }>(`
  (
    select ${notificationKeySql('n')} as tag
    from notification n
    where n.user_id = :userId and n.read_at is null and ${isCurrentSql('n')}
    limit ${MAX_TAGS + 1}
  )
  union
  (
    select ${letterKeySql('sender_id')} as tag
    from (
      select sender_id
      from letter
      where receiver_id = :userId and read_at is null and deleted_by_receiver is null
      limit ${MAX_TAGS + 1}
    ) unread
  )`);

// Another user, or another key, may have taken over the subscription meanwhile.
const SAME_SQL = 'id = :id and user_id = :userId and p256dh = :p256dh';
interface Sent {
  id: number;
  userId: number;
  p256dh: string;
}
const markSent = statement<unknown, Sent>(`
  update push_subscription
  set sent_at = now(), failures = 0
  where ${SAME_SQL}`);
const markFailed = statement<unknown, Sent>(`
  update push_subscription
  set failures = failures + 1
  where ${SAME_SQL}`);
const deleteExpired = statement<unknown, Sent>(`
  delete from push_subscription
  where ${SAME_SQL}`);
const deleteFailed = statement<unknown, Sent>(`
  delete from push_subscription
  where ${SAME_SQL}
    and failures >= ${MAX_FAILURES}
    and coalesce(sent_at, created_at) < now() - interval '1 day'`);

export interface PushContext extends Delivery {
  db: Db;
  /** Work for slow services; one person is one unit. */
  slowLane: FairLimit;
  slowAfterMs: number;
  stop?: AbortSignal;
  onFailure: (error: unknown, userId: number) => void;
}

/** Sends messages to one browser, and stores the outcome. */
async function sendTo(
  context: PushContext,
  userId: number,
  { id, ...target }: Subscription,
  messages: readonly PushMessage[],
  turn: FairLimit,
): Promise<PushOutcome> {
  if (messages.length === 0) return { kind: 'sent' };
  const { db, env } = context;
  const row = { id, userId, p256dh: target.p256dh };
  // stored before these were checked, or under other settings
  const isUsable = isBrowserKey(target.p256dh) && isEndpoint(env, target.endpoint);
  const asker = { person: userId, turn, signal: AbortSignal.timeout(PUSH_BROWSER_MS) };
  const outcome: PushOutcome = isUsable
    ? await deliverMessages(context, await getPushKeys(db), target, messages, asker)
    : { kind: 'expired' };
  if (outcome.kind === 'sent') await markSent(db, row);
  else if (outcome.kind === 'expired') await deleteExpired(db, row);
  else {
    await markFailed(db, row);
    await deleteFailed(db, row);
  }
  return outcome;
}

async function readUnreadTags(db: Db, userId: number): Promise<string[] | undefined> {
  const tags = (await selectUnreadTags(db, { userId })).map(({ tag }) => tag);
  return tags.length > MAX_TAGS ? undefined : tags;
}

type MessagesFor = (subscription: Subscription) => PushMessage[];

/** The messages to send, without read ones and without content hidden from the receiver. */
async function readMessages(
  { db }: PushContext,
  userId: number,
  events: readonly TakenEvent[],
): Promise<MessagesFor | undefined> {
  const receiver = await readReceiver(db, userId);
  if (!receiver || receiver.isAway) return undefined;
  // Disabled kinds have no rows; mail settings don't apply.
  const contents = await readContents(
    db,
    { ...receiver, notices: {} },
    // a message about a group counts all its unread events
    events.map((event) => ({
      key: event.key,
      events: isLetterKey(event.key) ? event.events : null,
    })),
  );
  const unread = await readUnreadTags(db, userId);
  return ({ id, isPhone }) => {
    const keys = new Set(eventsFor(events, id).map(({ key }) => key));
    const ownContents = {
      items: contents.items.filter(({ key }) => keys.has(key)),
      letters: contents.letters.filter(({ key }) => keys.has(key)),
    };
    return composeMessages(receiver, isPhone, ownContents).map((message) => ({
      ...message,
      ...(unread ? { unread } : {}),
    }));
  };
}

/** Calls `onPrompt` when all prompt services have answered or turned out to be slow. */
export async function pushToPerson(
  context: PushContext,
  userId: number,
  events: readonly TakenEvent[],
  onPrompt: () => void,
): Promise<void> {
  const { db, slowLane, slowServices, slowAfterMs, stop } = context;
  const messagesFor = await readMessages(context, userId, events);
  const subscriptions = messagesFor ? await selectSubscriptions(db, { userId }) : [];
  const turn = createLookupTurn(MAX_PUSH_BROWSERS);
  const failed = new Map<number, number>();
  const trySubscription = async (subscription: Subscription) => {
    let outcome = LATER;
    try {
      const messages = messagesFor?.(subscription) ?? [];
      outcome = await sendTo(context, userId, subscription, messages, turn);
    } catch (error) {
      context.onFailure(error, userId);
    }
    if (outcome.kind === 'later') failed.set(subscription.id, outcome.afterSeconds);
  };

  const { slow = [], prompt = [] } = Object.groupBy(
    subscriptions.filter(({ id }) => eventsFor(events, id).length > 0),
    ({ endpoint }) => (slowServices.has(URL.parse(endpoint)?.host ?? '') ? 'slow' : 'prompt'),
  );
  const promptDone = Promise.all(prompt.map(trySubscription));
  // an error of promptDone is thrown below
  const isTime = delay(slowAfterMs, undefined, { ref: false });
  Promise.race([promptDone, isTime]).then(onPrompt, onPrompt);
  // counted as failed until tried, within the time limit and before shutdown
  for (const { id } of slow) failed.set(id, 0);
  const trySlow = async () => {
    const end = performance.now() + SLOW_PUSH_MS;
    for (const subscription of slow) {
      if (stop?.aborted || performance.now() > end) return;
      failed.delete(subscription.id);
      await trySubscription(subscription);
    }
  };
  const slowDone = slow.length > 0 ? slowLane(trySlow, { person: userId }).catch(() => {}) : null;
  await Promise.all([promptDone, slowDone]);
  await settleEvents(db, userId, events, failed);
}
