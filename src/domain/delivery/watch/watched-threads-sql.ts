import { hasShownAuthorSql, isShownSql } from '../../shared/visibility.ts';

/** Levels that notify of new threads. */
const LEVELS_SQL = `in ('all', 'threads')`;

interface WatchedThreads {
  /**
   * Expressions: start of watching, and a condition on the thread's own watch `w` to exclude it.
   */
  since: string;
  unlessWatched: string;
  /** A further condition on the thread `t`. */
  further?: string;
  /** Newest threads per forum: an expression. */
  perForum: string;
  /** Latest watched users, and latest threads of each, before the condition applies. */
  people: number;
  perPerson: number;
}

/**
 * SQL: unopened, by another user who isn't ignored. OFFSET prevents joins (decisions/database.md).
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
 * SQL: ids of unseen threads in forums, and by users, that `:userId` watches. `forums`: a CTE of
 * readable forums with `level` and `ignored`, the ids of ignored users.
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
