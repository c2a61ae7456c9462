import { type Runner, statement } from '#db/statement.ts';
import { levelSql } from '../user/level.ts';

/*
 * What a transaction adds to the counters of people, themes, days and forums, booked at its end.
 * Rows are locked as the one statement of a reply locks them: threads and posts first, then people,
 * themes, days, forums, each by its number.
 */

interface Counts {
  threads?: number;
  posts?: number;
  digests?: number;
  featured?: number;
  credits?: number;
  english?: number;
  replies?: number;
}

type Book = Map<number, Required<Counts>>;

const NONE: Required<Counts> = {
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
type Columns<Name extends keyof Counts> = { ids: readonly number[] } & Readonly<
  Record<Name, readonly number[]>
>;
const addUsers = statement<
  unknown,
  Columns<'threads' | 'posts' | 'digests' | 'featured' | 'credits'>
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
const addThemes = statement<unknown, Columns<'threads'>>(
  `
    update theme
    set threads_cnt = theme.threads_cnt + d.threads
    from unnest(:ids::int[], :threads::int[]) as d(id, threads)
    where theme.id = d.id`,
);
const addDays = statement<unknown, Columns<'threads' | 'replies'> & { timeZone: string }>(`
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
const addForums = statement<unknown, Columns<'threads' | 'posts' | 'english' | 'digests'>>(`
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

function enter(book: Book, id: number, counts: Counts): void {
  const entry = book.get(id) ?? { ...NONE };
  book.set(id, entry);
  for (const [name, by] of Object.entries(counts)) entry[name as keyof Counts] += by;
}

/** Entries that change anything, by number. */
const moved = (book: Book): [number, Required<Counts>][] =>
  [...book]
    .filter(([, counts]) => Object.values(counts).some((by) => by !== 0))
    .sort(([a], [b]) => a - b);

/** Numbers and counts of entries, each as one array. */
function columns<Name extends keyof Counts>(
  entries: readonly [id: number, counts: Required<Counts>][],
  names: readonly Name[],
): Columns<Name> {
  const arrays = names.map((name) => [name, entries.map(([, counts]) => counts[name])]);
  return { ids: entries.map(([id]) => id), ...Object.fromEntries(arrays) };
}

export class Ledger {
  readonly #users: Book = new Map();
  readonly #themes: Book = new Map();
  readonly #days: Book = new Map();
  readonly #forums: Book = new Map();

  user(
    id: number,
    counts: Pick<Counts, 'threads' | 'posts' | 'digests' | 'featured' | 'credits'>,
  ): void {
    enter(this.#users, id, counts);
  }

  theme(id: number, threads: number): void {
    enter(this.#themes, id, { threads });
  }

  /** What counts as written today. */
  today(forumId: number, counts: Pick<Counts, 'threads' | 'replies'>): void {
    enter(this.#days, forumId, counts);
  }

  forum(id: number, counts: Pick<Counts, 'threads' | 'posts' | 'english' | 'digests'>): void {
    enter(this.#forums, id, counts);
  }

  /** Books everything; nothing else is locked after it. */
  async book(tx: Runner, timeZone: string): Promise<void> {
    const [users, themes, days, forums] = [
      moved(this.#users),
      moved(this.#themes),
      moved(this.#days),
      moved(this.#forums),
    ];
    if (users.length > 0) {
      const params = columns(users, ['threads', 'posts', 'digests', 'featured', 'credits']);
      await lockUsers(tx, { ids: params.ids });
      await addUsers(tx, params);
    }
    if (themes.length > 0) {
      const params = columns(themes, ['threads']);
      await lockThemes(tx, { ids: params.ids });
      await addThemes(tx, params);
    }
    if (days.length > 0) await addDays(tx, { ...columns(days, ['threads', 'replies']), timeZone });
    if (forums.length > 0) {
      const params = columns(forums, ['threads', 'posts', 'english', 'digests']);
      await lockForums(tx, { ids: params.ids });
      await addForums(tx, params);
    }
  }
}
