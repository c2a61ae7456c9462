/*
 * Heat: when a thread began, plus half a day for every doubling of its replies, likes and readers.
 * It only changes when somebody replies or likes, so nothing has to cool threads down: newer ones
 * rise past them. A view alone doesn't move a thread: that would rewrite an index, and order lists
 * anew, for everybody who reads. A thread without replies isn't hot, however new it is: it counts
 * as begun a month before.
 */
const HEAT_EPOCH_SECONDS = 1_600_000_000;
const SECONDS_PER_DOUBLING = 43_200;
const UNANSWERED_SECONDS = 30 * 86_400;
/** So many views weigh as much as one reply. */
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

/**
 * The same as SQL text, for statements that change the counts; the arguments are SQL expressions of
 * ours.
 */
export const heatSql = (
  createdAt: string,
  {
    replies = 'replies_cnt',
    likes = 'likes_cnt',
    views = 'views_cnt',
  }: { replies?: string; likes?: string; views?: string } = {},
): string =>
  `round(extract(epoch from ${createdAt}) - ${HEAT_EPOCH_SECONDS} + log(2.0, 1 + ${replies} + 2 * ${likes} + ${views}::numeric / ${VIEWS_PER_REPLY}) * ${SECONDS_PER_DOUBLING} - case when ${replies} = 0 then ${UNANSWERED_SECONDS} else 0 end)::int`;
