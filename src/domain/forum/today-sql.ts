import { leftJoinRowSql } from '#db/by-key-sql.ts';

/** SQL: the day at the site, by `:timeZone`. */
export const TODAY_SQL = '(now() at time zone :timeZone::text)::date';

/** SQL: joins today’s counts of the forum with this alias, as `d`; null where there are none. */
export const joinTodaySql = (forum: string): string =>
  leftJoinRowSql('forum_day', 'd', `forum_id = ${forum}.id and day = ${TODAY_SQL}`);
