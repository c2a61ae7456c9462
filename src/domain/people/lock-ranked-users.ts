import { AppError } from '#contracts/errors.ts';
import type { RankedUser } from '#contracts/ranks.ts';
import { type Runner, statement } from '#db/statement.ts';

interface LockedUser extends RankedUser {
  nickname: string;
}

const lockUsers = statement<LockedUser, { ids: readonly number[] }>(`
  select
    id as "userId",
    nickname,
    group_id as "groupId",
    exists (select from forum_moderator where user_id = "user".id) as moderates
  from "user"
  where id = any(:ids::int[]) and left_at is null
  order by id
  for no key update`);

/** `actor` is undefined if the administrator has left. Throws notFound if the user has. */
export async function lockRankedUsers(
  tx: Runner,
  userId: number,
  actorId: number,
): Promise<{ user: LockedUser; actor: LockedUser | undefined }> {
  const users = await lockUsers(tx, { ids: [userId, actorId] });
  const user = users.find((row) => row.userId === userId);
  if (!user) throw new AppError('notFound');
  return { user, actor: users.find((row) => row.userId === actorId) };
}
