/**
 * SQL: the highest level whose credits somebody has; `now`, the level so far, where there is none
 * (an empty table). Stands in every update of `credits`, so that the level rises and falls with
 * them. The thresholds are a handful of rows, found by the index of their credits.
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
