import { hasShownAuthorSql, isShownSql } from '../visibility.ts';

/** Levels on which new threads of what is watched are told. */
const LEVELS_SQL = `in ('all', 'threads')`;

interface WatchedThreads {
  /** Expressions: since when, and on which level `w` a thread itself is watched that isn't told. */
  since: string;
  unlessWatched: string;
  /** A further condition on the thread `t`. */
  further?: string;
  /** How many of each forum, of its newest: an expression. */
  perForum: string;
  /** The people who were watched latest, and the latest threads of each, before the condition. */
  people: number;
  perPerson: number;
}

/**
 * SQL: by somebody else whom `:userId` doesn't ignore, and not opened. OFFSET keeps the look-ups of
 * single rows from becoming joins (decisions/database.md).
 */
const isUnseenSql = ({ since, unlessWatched, further = '' }: WatchedThreads): string => `
  ${isShownSql('t')}
  and ${hasShownAuthorSql('t')}
  and t.created_at > ${since}
  and t.user_id <> :userId
  and t.user_id <> all(f.ignored)
  and not exists (
    select from thread_read r
    where r.user_id = :userId and r.thread_id = t.id
    offset 0
  )
  and not exists (
    select from watch w
    where w.user_id = :userId
      and w.kind = 'thread'
      and w.target_id = t.id
      and ${unlessWatched}
    offset 0
  )
  ${further}`;

/**
 * SQL: ids of threads that `:userId` hasn't seen, in forums that they watch and by people whom they
 * watch. `forums` is a CTE of the forums that they may read, each with the level on which it is
 * watched and the ids of those whom they ignore.
 */
export function watchedThreadsSql(wanted: WatchedThreads): string {
  const condition = isUnseenSql(wanted);
  return `
    select one.id
    from forums f
    cross join lateral (
      select t.id
      from thread t
      where t.forum_id = f.id and ${condition}
      order by t.created_at desc, t.id desc
      limit ${wanted.perForum}
    ) one
    where f.level ${LEVELS_SQL}
    union
    select t.id
    from (
      select w.target_id
      from watch w
      where w.user_id = :userId and w.kind = 'user' and w.level ${LEVELS_SQL}
      order by w.created_at desc
      limit ${wanted.people}
    ) watched
    cross join lateral (
      select *
      from thread
      where user_id = watched.target_id
      order by id desc
      limit ${wanted.perPerson}
    ) t
    join forums f on f.id = t.forum_id
    where ${condition}`;
}
