import { mayActOn, type Rank, rankOf } from '#contracts/ranks.ts';
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

/** Current ranks by user id. */
export async function readRanks(
  on: Db | Runner,
  ids: readonly number[],
): Promise<Map<number, Rank>> {
  return new Map((await selectRankFields(on, { ids })).map((row) => [row.userId, rankOf(row)]));
}

export const readRank = async (on: Db | Runner, id: number): Promise<Rank> =>
  (await readRanks(on, [id])).get(id) ?? 'member';

/** Whether the actor may act on a user, by their current ranks. */
export async function outranks(on: Db | Runner, actorId: number, id: number): Promise<boolean> {
  const ranks = await readRanks(on, [actorId, id]);
  return mayActOn(ranks.get(actorId) ?? 'member', ranks.get(id) ?? 'member');
}
