import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';

const selectAnyModeratedForum = statement<unknown, { userId: number }>(
  `select from forum_moderator where user_id = :userId limit 1`,
);

/** Whether the user moderates any forum. */
export async function moderatesSomewhere(on: Db | Runner, userId: number): Promise<boolean> {
  return (await selectAnyModeratedForum(on, { userId })).length > 0;
}
