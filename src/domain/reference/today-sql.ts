import { leftJoinRowSql } from '#db/by-key-sql.ts';

/** SQL: today at the site, in `:timeZone`. */
export const TODAY_SQL = '(now() at time zone :timeZone::text)::date';

/** SQL: joins today's counts of a forum as `d`, or nulls. */
export const joinTodaySql = (forum: string): string =>
  leftJoinRowSql('forum_day', 'd', `forum_id = ${forum}.id and day = ${TODAY_SQL}`);
