import { type Runner, statement } from '#db/statement.ts';
import { levelSql } from './level-sql.ts';

/*
 * Counter deltas of users, themes, days and forums, applied at the end of a transaction. They lock
 * in this order, each by id, after threads and posts, as the insertion of replies does.
 */

interface Deltas {
  threads?: number;
  posts?: number;
  digests?: number;
  featured?: number;
  credits?: number;
  english?: number;
  replies?: number;
}

type DeltasById = Map<number, Required<Deltas>>;

const NO_DELTAS: Required<Deltas> = {
  threads: 0,
  posts: 0,
  digests: 0,
  featured: 0,
  credits: 0,
  english: 0,
  replies: 0,
};

const lockUsers = statement<unknown, { ids: readonly number[] }>(
  `select from "user" where id = any(:ids::int[]) order by id for no key update`,
);
type DeltaColumns<Name extends keyof Deltas> = { ids: readonly number[] } & Readonly<
  Record<Name, readonly number[]>
>;
const addToUsers = statement<
  unknown,
  DeltaColumns<'threads' | 'posts' | 'digests' | 'featured' | 'credits'>
>(`
  update "user" u
  set
    threads_cnt = u.threads_cnt + d.threads,
    posts_cnt = u.posts_cnt + d.posts,
    digests_cnt = u.digests_cnt + d.digests,
    featured_cnt = u.featured_cnt + d.featured,
    credits = u.credits + d.credits,
    level_id = case
      when d.credits = 0 then u.level_id
      else ${levelSql('u.level_id', 'u.credits + d.credits')}
    end
  from unnest(
    :ids::int[], :threads::int[], :posts::int[], :digests::int[], :featured::int[], :credits::int[]
  ) as d(id, threads, posts, digests, featured, credits)
  where u.id = d.id`);
const lockThemes = statement<unknown, { ids: readonly number[] }>(
  `select from theme where id = any(:ids::int[]) order by id for no key update`,
);
const addToThemes = statement<unknown, DeltaColumns<'threads'>>(
  `
    update theme
    set threads_cnt = theme.threads_cnt + d.threads
    from unnest(:ids::int[], :threads::int[]) as d(id, threads)
    where theme.id = d.id`,
);
const addToForumDays = statement<
  unknown,
  DeltaColumns<'threads' | 'replies'> & { timeZone: string }
>(`
  insert into forum_day (forum_id, day, threads, replies)
  select id, (now() at time zone :timeZone)::date, threads, replies
  from unnest(:ids::int[], :threads::int[], :replies::int[]) as d(id, threads, replies)
  order by id
  on conflict (forum_id, day) do update
    set
      threads = forum_day.threads + excluded.threads,
      replies = forum_day.replies + excluded.replies`);
const lockForums = statement<unknown, { ids: readonly number[] }>(
  `select from forum where id = any(:ids::int[]) order by id for no key update`,
);
const addToForums = statement<unknown, DeltaColumns<'threads' | 'posts' | 'english' | 'digests'>>(`
  update forum f
  set
    threads_cnt = f.threads_cnt + d.threads,
    posts_cnt = f.posts_cnt + d.posts,
    english_cnt = f.english_cnt + d.english,
    digests_cnt = f.digests_cnt + d.digests
  from unnest(
    :ids::int[],
    :threads::int[],
    :posts::int[],
    :english::int[],
    :digests::int[]
  ) as d(id, threads, posts, english, digests)
  where f.id = d.id`);

function addDeltas(book: DeltasById, id: number, counts: Deltas): void {
  const entry = book.get(id) ?? { ...NO_DELTAS };
  book.set(id, entry);
  for (const [name, by] of Object.entries(counts)) entry[name as keyof Deltas] += by;
}

/** Non-zero entries, ordered by id. */
const nonZeroDeltas = (book: DeltasById): [number, Required<Deltas>][] =>
  [...book]
    .filter(([, counts]) => Object.values(counts).some((by) => by !== 0))
    .sort(([a], [b]) => a - b);

function toColumns<Name extends keyof Deltas>(
  entries: readonly [id: number, counts: Required<Deltas>][],
  names: readonly Name[],
): DeltaColumns<Name> {
  const arrays = names.map((name) => [name, entries.map(([, counts]) => counts[name])]);
  return { ids: entries.map(([id]) => id), ...Object.fromEntries(arrays) };
}

export class CounterDeltas {
  readonly #users: DeltasById = new Map();
  readonly #themes: DeltasById = new Map();
  readonly #forumDays: DeltasById = new Map();
  readonly #forums: DeltasById = new Map();
  #timeZone = '';

  addUser(
    id: number,
    counts: Pick<Deltas, 'threads' | 'posts' | 'digests' | 'featured' | 'credits'>,
  ): void {
    addDeltas(this.#users, id, counts);
  }

  addTheme(id: number, threads: number): void {
    addDeltas(this.#themes, id, { threads });
  }

  /** Counts content written today in the community's time zone. */
  addToday(timeZone: string, forumId: number, counts: Pick<Deltas, 'threads' | 'replies'>): void {
    this.#timeZone = timeZone;
    addDeltas(this.#forumDays, forumId, counts);
  }

  addForum(id: number, counts: Pick<Deltas, 'threads' | 'posts' | 'english' | 'digests'>): void {
    addDeltas(this.#forums, id, counts);
  }

  /** Applies all deltas. Lock nothing else after it. */
  async apply(tx: Runner): Promise<void> {
    const [users, themes, days, forums] = [
      nonZeroDeltas(this.#users),
      nonZeroDeltas(this.#themes),
      nonZeroDeltas(this.#forumDays),
      nonZeroDeltas(this.#forums),
    ];
    if (users.length > 0) {
      const params = toColumns(users, ['threads', 'posts', 'digests', 'featured', 'credits']);
      await lockUsers(tx, { ids: params.ids });
      await addToUsers(tx, params);
    }
    if (themes.length > 0) {
      const params = toColumns(themes, ['threads']);
      await lockThemes(tx, { ids: params.ids });
      await addToThemes(tx, params);
    }
    if (days.length > 0)
      await addToForumDays(tx, {
        ...toColumns(days, ['threads', 'replies']),
        timeZone: this.#timeZone,
      });
    if (forums.length > 0) {
      const params = toColumns(forums, ['threads', 'posts', 'english', 'digests']);
      await lockForums(tx, { ids: params.ids });
      await addToForums(tx, params);
    }
  }
}
