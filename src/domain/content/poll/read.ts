import type { PollResult } from '#contracts/page-model.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';

const POLL_COLUMNS = pickColumns(
  schema.poll,
  `
  threadId question maxChoices expiresAt resultsVisible votersVisible changeable votersCnt days
  `,
);
interface PollRow extends RowOf<typeof POLL_COLUMNS> {
  expired: boolean;
  options: { id: number; text: string; votesCnt: number }[];
}

const selectPolls = statement<PollRow, { threadIds: readonly number[] }>(`
  select
    ${POLL_COLUMNS.sql('p')},
    p.expires_at <= now() as expired,
    (
      select coalesce(
        json_agg(json_build_object('id', id, 'text', text, 'votesCnt', votes_cnt) order by rank),
        '[]'
      )
      from poll_option
      where thread_id = p.thread_id
    ) as options
  from poll p
  where p.thread_id = any(:threadIds::int[])`);

/** Share of all voters in percent with two digits: 1/3 is 33.33 (R26). */
export const toPercentage = (votes: number, voters: number): number =>
  voters === 0 ? 0 : Math.round((votes / voters) * 10_000) / 100;

export type StoredPoll = PollResult & { threadId: number; days: number; votersVisible: boolean };

export async function readPolls(
  db: Db,
  threadIds: readonly number[],
): Promise<Map<number, StoredPoll>> {
  if (threadIds.length === 0) return new Map();
  const rows = await selectPolls(db, { threadIds });
  return new Map(
    rows.map(({ options, ...poll }) => [
      poll.threadId,
      {
        ...poll,
        options: options.map((option) => ({
          ...option,
          rate: toPercentage(option.votesCnt, poll.votersCnt),
        })),
      },
    ]),
  );
}
