/*
 * Heat: when a thread began, plus half a day for every doubling of its replies and likes. It only
 * changes when they do, so nothing has to cool threads down: newer ones rise past them. What nobody
 * has replied to isn't hot, however new it is: it counts as begun a month before.
 */
const HEAT_EPOCH_SECONDS = 1_600_000_000;
const SECONDS_PER_DOUBLING = 43_200;
const UNANSWERED_SECONDS = 30 * 86_400;

export function computeHeat(createdAt: Date, replies: number, likes: number): number {
  return Math.round(
    createdAt.getTime() / 1000 -
      HEAT_EPOCH_SECONDS +
      Math.log2(1 + replies + 2 * likes) * SECONDS_PER_DOUBLING -
      (replies === 0 ? UNANSWERED_SECONDS : 0),
  );
}

/**
 * The same as SQL text, for statements that change the counts; the arguments are SQL expressions of
 * ours.
 */
export const heatSql = (createdAt: string, replies: string, likes: string): string =>
  `round(extract(epoch from ${createdAt}) - ${HEAT_EPOCH_SECONDS} + log(2.0, (1 + ${replies} + 2 * ${likes})::numeric) * ${SECONDS_PER_DOUBLING} - case when ${replies} = 0 then ${UNANSWERED_SECONDS} else 0 end)::int`;
