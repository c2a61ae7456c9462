import { leftJoinByKeySql, leftJoinRowSql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * The queue of push events. Rows are leased, and deleted only after they were sent, so that another
 * process sends the rows of a killed one. A repeated message replaces the one of the same tag.
 */

/** Events of one person that are sent at a time. */
const EVENTS_PER_PERSON = 50;
/** Seconds between two times at which one person gets messages. */
const PAUSE_SECONDS = 20;
/** Seconds after which the process that sends is taken for dead. */
const LEASE_SECONDS = 120;
/** Times that something is tried, and seconds before the second; each pause is 4 times as long. */
const MAX_TRIES = 5;
const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;

export interface TakenEvent {
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

// A notification of a group gets another id with each event: its key finds it.
const takeDue = statement<TakenEvent, { people: number; rows: number; busy: readonly number[] }>(`
  with due as materialized (
    select user_id, key
    from push_event
    where due_at <= now() and user_id <> all(:busy::int[])
    order by due_at
    limit :rows
    for update skip locked
  ),
  person as materialized (
    select distinct user_id
    from due
    limit :people
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
    coalesce(grouped.id, taken.notification_id) as n,
    taken.letter_id as l,
    taken.events as taken,
    coalesce(counted.count, taken.events) as e,
    taken.tries,
    taken.browsers
  from taken
  ${leftJoinRowSql(
    'notification',
    'grouped',
    'user_id = taken.user_id and group_key = taken.key and read_at is null',
  )}
  ${leftJoinByKeySql('notification', 'counted', 'coalesce(grouped.id, taken.notification_id)')}
  order by taken.user_id, coalesce(grouped.id, taken.notification_id, taken.letter_id) desc`);

/** Leases what is due for so many people, without those who are `busy`. */
export const takeDueEvents = (
  db: Db,
  people: number,
  busy: readonly number[],
): Promise<TakenEvent[]> => takeDue(db, { people, rows: people * EVENTS_PER_PERSON, busy });

// A row that counts more events than were taken has something new for all browsers: it stays.
const deleteSent = statement<
  unknown,
  { userId: number; keys: readonly string[]; taken: readonly number[] }
>(`
  delete from push_event e
  using unnest(:keys::text[], :taken::int[]) as sent(key, events)
  where e.user_id = :userId and e.key = sent.key and e.events = sent.events`);
const postpone = statement<
  unknown,
  {
    userId: number;
    keys: readonly string[];
    taken: readonly number[];
    seconds: readonly number[];
    browsers: readonly number[] | null;
  }
>(`
  update push_event e
  set
    due_at = now() + make_interval(secs => sent.seconds),
    tries = tries + 1,
    browsers = case
      when :browsers::int[] is null then e.browsers
      when e.browsers is null then :browsers::int[]
      else array(select unnest(e.browsers) intersect select unnest(:browsers::int[]))
    end
  from unnest(:keys::text[], :taken::int[], :seconds::int[]) as sent(key, events, seconds)
  where e.user_id = :userId and e.key = sent.key and e.events = sent.events`);

const isFor = ({ browsers }: TakenEvent, id: number): boolean =>
  browsers === null || browsers.includes(id);
/** The events that one browser is to get. */
export const eventsFor = (events: readonly TakenEvent[], id: number): TakenEvent[] =>
  events.filter((event) => isFor(event, id));

/**
 * Deletes what was sent and postpones what wasn't, up to a number of tries. `failed`: the browsers
 * that are to be tried again, and after how many seconds at least; null: all of them.
 */
export async function settleEvents(
  db: Db,
  userId: number,
  events: readonly TakenEvent[],
  failed: ReadonlyMap<number, number> | null,
): Promise<void> {
  const isLeft = (event: TakenEvent) =>
    event.tries + 1 < MAX_TRIES &&
    (failed === null || [...failed.keys()].some((id) => isFor(event, id)));
  const left = events.filter(isLeft);
  const done = events.filter((event) => !isLeft(event));
  const rowsOf = (some: readonly TakenEvent[]) => ({
    userId,
    keys: some.map(({ key }) => key),
    taken: some.map(({ taken }) => taken),
  });
  if (done.length > 0) await deleteSent(db, rowsOf(done));
  if (left.length === 0) return;
  const afterSeconds = Math.max(0, ...(failed?.values() ?? []));
  const seconds = left.map(({ tries }) =>
    Math.min(MAX_PAUSE_SECONDS, Math.max(afterSeconds, FIRST_PAUSE_SECONDS * 4 ** tries)),
  );
  const browsers = failed === null ? null : [...failed.keys()];
  await postpone(db, { ...rowsOf(left), seconds, browsers });
}
