/*
 * Heat: the creation time plus half a day per doubling of replies, likes and views. Only replies
 * and likes update it: newer threads rise past older ones without a job. A view alone would rewrite
 * an index and reorder lists on each read. A thread without replies counts as a month older.
 */
const HEAT_EPOCH_SECONDS = 1_600_000_000;
const SECONDS_PER_DOUBLING = 43_200;
const UNANSWERED_SECONDS = 30 * 86_400;
/** Views that weigh as much as one reply. */
const VIEWS_PER_REPLY = 20;

export function computeHeat(
  createdAt: Date,
  { replies, likes, views }: { replies: number; likes: number; views: number },
): number {
  return Math.round(
    createdAt.getTime() / 1000 -
      HEAT_EPOCH_SECONDS +
      Math.log2(1 + replies + 2 * likes + views / VIEWS_PER_REPLY) * SECONDS_PER_DOUBLING -
      (replies === 0 ? UNANSWERED_SECONDS : 0),
  );
}

/** computeHeat as SQL; the arguments are trusted SQL expressions. */
export const heatSql = (
  createdAt: string,
  {
    replies = 'replies_cnt',
    likes = 'likes_cnt',
    views = 'views_cnt',
  }: { replies?: string; likes?: string; views?: string } = {},
): string =>
  `round(extract(epoch from ${createdAt}) - ${HEAT_EPOCH_SECONDS} + log(2.0, 1 + ${replies} + 2 * ${likes} + ${views}::numeric / ${VIEWS_PER_REPLY}) * ${SECONDS_PER_DOUBLING} - case when ${replies} = 0 then ${UNANSWERED_SECONDS} else 0 end)::int`;
