import { LRUCache } from 'lru-cache';
import { VIEW_WINDOW_SECONDS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * How often forums are opened. A read must not lock the forum's row, which every reply needs:
 * visits are gathered in memory and written for all forums at once. What a process that is killed
 * had not written is lost: some seconds of a number that nobody counts on.
 */

/** Milliseconds for which visits are gathered. */
const FLUSH_INTERVAL_MS = 15_000;
/**
 * Visitors that are remembered, so that each counts once in VIEW_WINDOW_SECONDS; about 100 bytes
 * each.
 */
const MAX_REMEMBERED_VISITORS = 50_000;
/** Forums that are counted at once; there are some dozens. */
const MAX_PENDING_FORUMS = 10_000;

const SELECT_VISITS = `
  select f.id, n
  from unnest(:forumIds::int[], :visits::int[]) as v(id, n)
  join forum f using (id)`;
const UPSERT_FORUM_DAYS = `
  insert into forum_day (forum_id, day, visits)
  select id, (now() at time zone :timeZone)::date, n
  from visits
  order by id
  on conflict (forum_id, day) do update set visits = forum_day.visits + excluded.visits
  returning 1`;

// Days are locked before forums, and in the order of their ids, as by other writers. A forum that
// is gone counts no more.
const insertVisits = statement<
  unknown,
  { forumIds: readonly number[]; visits: readonly number[]; timeZone: string }
>(`
  with visits as (${SELECT_VISITS}),
  today as (${UPSERT_FORUM_DAYS}),
  booked as materialized (
    select count(*)
    from today
  )
  update forum
  set visits_cnt = visits_cnt + n
  from booked, visits
  where forum.id = visits.id`);

export class VisitCounter {
  readonly #db: Db;
  readonly #timeZone: string;
  readonly #seen = new LRUCache<string, true>({
    max: MAX_REMEMBERED_VISITORS,
    ttl: VIEW_WINDOW_SECONDS * 1_000,
  });
  #gathered = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #failed: (error: unknown) => void;

  /**
   * `timeZone` is the community's, for the day that a visit counts in. `failed` hears of numbers
   * that couldn't be written.
   */
  constructor(db: Db, timeZone: string, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#timeZone = timeZone;
    this.#failed = onFailure;
  }

  /** Somebody opens a forum; counted once per visitor and VIEW_WINDOW_SECONDS seconds. */
  countVisit(forumId: number, visitor: string): void {
    const key = `${forumId} ${visitor}`;
    if (
      this.#seen.has(key) ||
      (this.#gathered.size >= MAX_PENDING_FORUMS && !this.#gathered.has(forumId))
    )
      return;
    this.#seen.set(key, true);
    this.#gathered.set(forumId, (this.#gathered.get(forumId) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /**
   * Writes what was gathered. Never throws: visits that couldn't be written are written with the
   * next ones.
   */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const visits = this.#gathered;
    if (visits.size === 0) return;
    this.#gathered = new Map();
    try {
      await insertVisits(this.#db, {
        forumIds: [...visits.keys()],
        visits: [...visits.values()],
        timeZone: this.#timeZone,
      });
    } catch (error) {
      for (const [id, n] of visits) this.#gathered.set(id, (this.#gathered.get(id) ?? 0) + n);
      this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
      this.#failed(error);
    }
  }
}
