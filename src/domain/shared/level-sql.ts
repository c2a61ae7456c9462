/**
 * SQL: the highest level for these credits; `now`, the current level, if the level table is empty.
 * Every update of `credits` must set the level with it.
 */
export const levelSql = (now: string, credits: string): string =>
  `
    coalesce(
      (
        select l.id
        from level l
        where l.min_credits <= ${credits}
        order by l.min_credits desc
        limit 1
      ),
      ${now}
    )`;
