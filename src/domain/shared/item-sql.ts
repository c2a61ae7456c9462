/* A report is about a post, a comment with its post, or a private message. */

/** SQL: whether two reports are about the same item. */
export const isSameItemSql = (one: string, other: string): string => `(
  (
    ${one}.post_id = ${other}.post_id
    and ${one}.comment_id is not distinct from ${other}.comment_id
  )
  or ${one}.letter_id = ${other}.letter_id
)`;

/** SQL: number of distinct reported items. */
export const COUNT_REPORTED_ITEMS_SQL =
  'count(distinct (coalesce(post_id, 0), coalesce(comment_id, 0), coalesce(letter_id, 0)))';
