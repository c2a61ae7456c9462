import type { UserBriefWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { presentUserBrief } from '../user/present.ts';

const moderators = statement<{ id: number; groupId: number; username: string; nickname: string; avatar: string }>(`
  select u.id, u.group_id as "groupId", u.username, u.nickname, u.avatar
  from forum_moderator m join "user" u on u.id = m.user_id where m.forum_id = $1 order by m.rank, u.id`);

/** A forum's moderators, in their order. */
export async function readModerators(db: Db, forumId: number): Promise<UserBriefWire[]> {
  return (await moderators(db, [forumId])).map(presentUserBrief);
}
