import type { DeliveryChannel } from '#contracts/mailing.ts';
import { statement } from '#db/statement.ts';
import { letterKeySql, notificationKeySql } from './event-keys.ts';

/*
 * Each statement that inserts notifications or private messages queues their deliveries, by mail
 * and by push. `mail/gather.ts` and `push/push-due.ts` take due ones. A guard allows insertions
 * into these two tables only here.
 */

/** SQL: the channels that the user wants, with the kinds and the time of a delivery. */
const wantedChannelsSql = (user: string): string => `
  select 'mail' as channel, notices, mail_due(frequency, time_zone) as due_at
  from mail_choice
  where user_id = ${user} and frequency <> 'off' and stopped_at is null
  union all
  select 'push', notices, push_due(push_choice)
  from push_choice
  where user_id = ${user}
    and exists (select from push_subscription s where s.user_id = push_choice.user_id)
  offset 0`;
const IS_WANTED_SQL = `coalesce((choice.notices ->> event.kind)::boolean, true)`;

/** SQL: queues events, a query of user_id, key and kind. The order avoids deadlocks. */
const queueEventsSql = (events: string): string => `
  insert into delivery_event as waiting (channel, user_id, key, kind, due_at)
  select choice.channel, event.user_id, event.key, event.kind, choice.due_at
  from (${events}) event
  cross join lateral (${wantedChannelsSql('event.user_id')}) choice
  where ${IS_WANTED_SQL}
  order by choice.channel, event.user_id, event.key
  on conflict (channel, user_id, key) do update
  set
    events = waiting.events + 1,
    due_at = least(waiting.due_at, excluded.due_at),
    browsers = null`;

/**
 * SQL: CTEs that insert notifications and queue their deliveries. `insertion` follows the table's
 * name. Each row that it returns is unread.
 */
export const notifySql = (insertion: string): string => `
  notified as (
    insert into notification ${insertion}
    returning id, user_id, kind, group_key, thread_id, post_id, comment_id
  ),
  queued as (${queueEventsSql(`
    select user_id, ${notificationKeySql('notified')} as key, kind
    from notified`)})`;

/** SQL: as notifySql, without deliveries. */
export const notifySilentlySql = (insertion: string): string =>
  `notified as (insert into notification ${insertion})`;

/** SQL: CTEs that insert private messages, as `sent`, and queue their deliveries. */
export const sendLettersSql = (insertion: string): string => `
  sent as (
    insert into letter ${insertion}
    returning *
  ),
  queued as (${queueEventsSql(`
    select receiver_id as user_id, ${letterKeySql('sender_id')} as key, 'letter' as kind
    from sent`)})`;

/** Drops a user's events that their current choice excludes. */
export const dropUnwantedEvents = statement<unknown, { userId: number }>(`
  delete from delivery_event event
  where event.user_id = :userId
    and not exists (
      select
      from (${wantedChannelsSql(':userId')}) choice
      where choice.channel = event.channel and ${IS_WANTED_SQL}
    )`);
/** Gives a user's pending events of a channel the times of their current choice. */
export const rescheduleEvents = statement<unknown, { userId: number; channel: DeliveryChannel }>(`
  update delivery_event event
  set due_at = choice.due_at
  from (${wantedChannelsSql(':userId')}) choice
  where event.user_id = :userId and event.channel = :channel and choice.channel = :channel`);
