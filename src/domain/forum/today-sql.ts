/** SQL: the day at the site, by `:timeZone`. */
export const TODAY_SQL = '(now() at time zone :timeZone::text)::date';

/** SQL: joins today’s counts of the forum with this alias, as `d`; null where there are none. */
export const joinTodaySql = (forum: string): string => `
  left join lateral (
    select *
    from forum_day
    where forum_id = ${forum}.id and day = ${TODAY_SQL}
    limit 1
  ) d on true`;
