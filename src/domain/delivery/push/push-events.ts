import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * Push messages are leased and deleted after sending, so another process resends after a crash. A
 * repeated message replaces the one with the same tag.
 */

const EVENTS_PER_PERSON = 50;
/** Seconds between two deliveries to one person. */
const PAUSE_SECONDS = 20;
/** Seconds after which a sending process counts as dead. */
const LEASE_SECONDS = 120;
/** Each pause between tries is 4 times as long as the previous one. */
const MAX_TRIES = 5;
const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;

export interface TakenEvent {
  userId: number;
  key: string;
  /** Number of events of the row when it was leased. */
  events: number;
  tries: number;
  /** Ids of subscriptions to retry; null: all. */
  browsers: number[] | null;
}

const takeDue = statement<TakenEvent, { people: number; rows: number; busy: readonly number[] }>(`
  with due as materialized (
    select user_id, key
    from delivery_event
    where channel = 'push' and due_at <= now() and user_id <> all(:busy::int[])
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
    update delivery_event e
    set due_at = now() + interval '${LEASE_SECONDS} seconds'
    from due
    join person on person.user_id = due.user_id
    where e.channel = 'push' and e.user_id = due.user_id and e.key = due.key
    returning e.*
  )
  select user_id as "userId", key, events, tries, browsers
  from taken`);

/** Leases due events of this many people, except those who are `busy`. */
export const takeDueEvents = (
  db: Db,
  people: number,
  busy: readonly number[],
): Promise<TakenEvent[]> => takeDue(db, { people, rows: people * EVENTS_PER_PERSON, busy });

// A row with more events than were taken has news for all browsers, so it stays.
const deleteSent = statement<
  unknown,
  { userId: number; keys: readonly string[]; taken: readonly number[] }
>(`
  delete from delivery_event e
  using unnest(:keys::text[], :taken::int[]) as sent(key, events)
  where e.channel = 'push'
    and e.user_id = :userId
    and e.key = sent.key
    and e.events = sent.events`);
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
  update delivery_event e
  set
    due_at = now() + make_interval(secs => sent.seconds),
    tries = tries + 1,
    browsers = case
      when :browsers::int[] is null then e.browsers
      when e.browsers is null then :browsers::int[]
      else array(select unnest(e.browsers) intersect select unnest(:browsers::int[]))
    end
  from unnest(:keys::text[], :taken::int[], :seconds::int[]) as sent(key, events, seconds)
  where e.channel = 'push'
    and e.user_id = :userId
    and e.key = sent.key
    and e.events = sent.events`);

const isFor = ({ browsers }: TakenEvent, id: number): boolean =>
  browsers === null || browsers.includes(id);
export const eventsFor = (events: readonly TakenEvent[], id: number): TakenEvent[] =>
  events.filter((event) => isFor(event, id));

/** `failed`: browsers to retry, with the minimum delay in seconds; null: all browsers. */
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
    taken: some.map(({ events }) => events),
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
