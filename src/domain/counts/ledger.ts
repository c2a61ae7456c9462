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

const lockUsers = statement<unknown>(
  `select from "user" where id = any($1::int[]) order by id for no key update`,
);
const addUsers = statement<unknown>(`
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
    $1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[]
  ) as d(id, threads, posts, digests, featured, credits)
  where u.id = d.id`);
const lockThemes = statement<unknown>(
  `select from theme where id = any($1::int[]) order by id for no key update`,
);
const addThemes = statement<unknown>(
  `
    update theme
    set threads_cnt = theme.threads_cnt + d.threads
    from unnest($1::int[], $2::int[]) as d(id, threads)
    where theme.id = d.id`,
);
const addDays = statement<unknown>(`
  insert into forum_day (forum_id, day, threads, replies)
  select id, (now() at time zone $4)::date, threads, replies
  from unnest($1::int[], $2::int[], $3::int[]) as d(id, threads, replies)
  order by id
  on conflict (forum_id, day) do update
    set
      threads = forum_day.threads + excluded.threads,
      replies = forum_day.replies + excluded.replies`);
const lockForums = statement<unknown>(
  `select from forum where id = any($1::int[]) order by id for no key update`,
);
const addForums = statement<unknown>(`
  update forum f
  set
    threads_cnt = f.threads_cnt + d.threads,
    posts_cnt = f.posts_cnt + d.posts,
    english_cnt = f.english_cnt + d.english,
    digests_cnt = f.digests_cnt + d.digests
  from unnest(
    $1::int[],
    $2::int[],
    $3::int[],
    $4::int[],
    $5::int[]
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
    const ids = (entries: [number, unknown][]) => entries.map(([id]) => id);
    const column = (entries: [number, Required<Counts>][], name: keyof Counts) =>
      entries.map(([, counts]) => counts[name]);
    if (users.length > 0) {
      await lockUsers(tx, [ids(users)]);
      await addUsers(tx, [
        ids(users),
        ...(['threads', 'posts', 'digests', 'featured', 'credits'] as const).map((name) =>
          column(users, name),
        ),
      ]);
    }
    if (themes.length > 0) {
      await lockThemes(tx, [ids(themes)]);
      await addThemes(tx, [ids(themes), column(themes, 'threads')]);
    }
    if (days.length > 0)
      await addDays(tx, [ids(days), column(days, 'threads'), column(days, 'replies'), timeZone]);
    if (forums.length > 0) {
      await lockForums(tx, [ids(forums)]);
      await addForums(tx, [
        ids(forums),
        ...(['threads', 'posts', 'english', 'digests'] as const).map((name) =>
          column(forums, name),
        ),
      ]);
    }
  }
}
