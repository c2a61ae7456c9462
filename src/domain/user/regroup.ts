import { AppError } from '#contracts/errors.ts';
import { mayActOn, mayGrant, rankOf, rankOfGroup } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { note } from '../log/note.ts';
import { pagesOfUser, userChanged } from './changed.ts';

const lock = statement<
  { id: number; groupId: number; moderates: boolean },
  { ids: readonly number[] }
>(`
  select
    id,
    group_id as "groupId",
    exists (select from forum_moderator where user_id = "user".id) as moderates
  from "user"
  where id = any(:ids::int[])
  order by id
  for no key update`);
const known = statement<unknown, { groupId: number }>(`select from "group" where id = :groupId`);
const set = statement<unknown, { userId: number; groupId: number }>(
  `update "user" set group_id = :groupId, updated_at = now() where id = :userId`,
);

export interface Regrouping {
  userId: number;
  groupId: number;
  /** The group that the administrator saw. */
  was: number;
  reason: string;
}

/**
 * Moves somebody to another group (R20). Nobody moves themselves, and who acts must still stand
 * above both the person and the group when it is written: so one administrator always remains.
 * Throws notFound, malformed (themselves, no such group), forbidden, and conflict with the group as
 * it is.
 */
export const regroup = (
  db: Db,
  actorId: number,
  { userId, groupId, was, reason }: Regrouping,
): Promise<{ pages: number }> =>
  inTransaction(db, async (tx) => {
    if (userId === actorId) throw new AppError('malformed', { values: { field: 'id' } });
    const people = new Map(
      (await lock(tx, { ids: [userId, actorId] })).map((row) => [
        row.id,
        { userId: row.id, ...row },
      ]),
    );
    const [person, actor] = [people.get(userId), people.get(actorId)];
    if (!person) throw new AppError('notFound');
    const own = actor ? rankOf(actor) : 'member';
    const now = person.groupId;
    if (!mayActOn(own, rankOf(person)) || !mayGrant(own, rankOfGroup(groupId)))
      throw new AppError('forbidden');
    if ((await known(tx, { groupId })).length === 0)
      throw new AppError('malformed', {
        values: { field: 'group_id' },
        payload: [{ field: 'group_id' }],
      });
    if (now !== was) throw new AppError('conflict', { payload: { group_id: now } });
    if (now === groupId) return { pages: 0 };
    await set(tx, { userId, groupId });
    await userChanged(tx, userId);
    await note(tx, {
      actorId,
      action: 'user.group',
      target: { userId },
      reason,
      detail: { before: now, after: groupId },
    });
    return { pages: await pagesOfUser(tx, userId) };
  });
