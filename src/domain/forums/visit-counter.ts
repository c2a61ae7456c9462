import { LRUCache } from 'lru-cache';
import { VIEW_WINDOW_SECONDS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * Counts visits of forums in memory and writes them in batches: a read must not lock the forum's
 * row, which replies need. A killed process loses at most FLUSH_INTERVAL_MS of visits.
 */

const FLUSH_INTERVAL_MS = 15_000;
/** Cached visitors, about 100 bytes each: each counts once in VIEW_WINDOW_SECONDS. */
const MAX_REMEMBERED_VISITORS = 50_000;
/** Forums per batch; communities have dozens. */
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

// Locks days before forums, in the order of ids, as other writers do. Skips deleted forums.
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
  readonly #recentVisitors = new LRUCache<string, true>({
    max: MAX_REMEMBERED_VISITORS,
    ttl: VIEW_WINDOW_SECONDS * 1_000,
  });
  #pendingVisits = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onFailure: (error: unknown) => void;

  /** `timeZone`: the community's, for the day of a visit. `onFailure` gets errors of writes. */
  constructor(db: Db, timeZone: string, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#timeZone = timeZone;
    this.#onFailure = onFailure;
  }

  countVisit(forumId: number, visitor: string): void {
    const key = `${forumId} ${visitor}`;
    if (
      this.#recentVisitors.has(key) ||
      (this.#pendingVisits.size >= MAX_PENDING_FORUMS && !this.#pendingVisits.has(forumId))
    )
      return;
    this.#recentVisitors.set(key, true);
    this.#pendingVisits.set(forumId, (this.#pendingVisits.get(forumId) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Writes the collected visits. Never throws: failed visits are added to the next batch. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const visits = this.#pendingVisits;
    if (visits.size === 0) return;
    this.#pendingVisits = new Map();
    try {
      await insertVisits(this.#db, {
        forumIds: [...visits.keys()],
        visits: [...visits.values()],
        timeZone: this.#timeZone,
      });
    } catch (error) {
      for (const [id, n] of visits)
        this.#pendingVisits.set(id, (this.#pendingVisits.get(id) ?? 0) + n);
      this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
      this.#onFailure(error);
    }
  }
}
