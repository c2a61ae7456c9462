import { unpreparedStatement } from '#db/statement.ts';
import { isShownSql } from './visibility.ts';

export const LAST_POST_ID_SQL = '(select coalesce(max(id), 0) from post)';
const IS_LISTED_SQL = `${isShownSql('thread')} and first_post_id is not null`;
/** SQL: ids around `:from` to `:to`, by threads that began then, because ids follow time. */
export const IDS_AROUND_SQL = `
    (
      select first_post_id
      from thread
      where ${IS_LISTED_SQL} and created_at < :from::timestamptz
      order by created_at desc, id desc
      limit 1
    ) as low,
    (
      select first_post_id
      from thread
      where ${IS_LISTED_SQL} and created_at > :to::timestamptz
      order by created_at, id
      limit 1
    ) as high`;

export interface Times {
  from: Date | null;
  to: Date | null;
}

export const selectLastPostId = unpreparedStatement<{ id: number }>(
  `select ${LAST_POST_ID_SQL} as id`,
);
export const selectIdsBetween = unpreparedStatement<
  { low: number | null; high: number | null },
  Times
>(`select ${IDS_AROUND_SQL}`);
