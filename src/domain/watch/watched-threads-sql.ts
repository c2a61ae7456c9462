/** Levels on which new threads of what is watched are told. */
const LEVELS_SQL = `in ('all', 'threads')`;

interface WatchedThreads {
  /** Which threads: a condition on `t`, a thread, and `f`, its row of `forums`. */
  condition: string;
  /** How many of each forum, of its newest: an expression. */
  perForum: string;
  /** The people who were watched latest, and the latest threads of each, before the condition. */
  people: number;
  perPerson: number;
}

/**
 * SQL: ids of threads in forums that `:userId` watches and by people whom they watch. `forums` is a
 * CTE of the forums that they may read, each with the level on which it is watched.
 */
export const watchedThreadsSql = ({
  condition,
  perForum,
  people,
  perPerson,
}: WatchedThreads): string => `
    select one.id
    from forums f
    cross join lateral (
      select t.id
      from thread t
      where t.forum_id = f.id and ${condition}
      order by t.created_at desc, t.id desc
      limit ${perForum}
    ) one
    where f.level ${LEVELS_SQL}
    union
    select t.id
    from (
      select w.target_id
      from watch w
      where w.user_id = :userId and w.kind = 'user' and w.level ${LEVELS_SQL}
      order by w.created_at desc
      limit ${people}
    ) watched
    cross join lateral (
      select *
      from thread
      where user_id = watched.target_id
      order by id desc
      limit ${perPerson}
    ) t
    join forums f on f.id = t.forum_id
    where ${condition}`;
