import { type Rank, rankOf } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';

const selectRankFields = statement<
  { userId: number; groupId: number; moderates: boolean },
  { ids: readonly number[] }
>(`
  select
    u.id as "userId",
    u.group_id as "groupId",
    exists (select from forum_moderator where user_id = u.id) as moderates
  from "user" u
  where u.id = any(:ids::int[])`);

/** The ranks that people have now, by their numbers. */
export async function readRanks(
  on: Db | Runner,
  ids: readonly number[],
): Promise<Map<number, Rank>> {
  return new Map((await selectRankFields(on, { ids })).map((row) => [row.userId, rankOf(row)]));
}
