import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { administers } from '../forum/access.ts';
import { note } from '../log/note.ts';
import { pagesOfUser, userChanged } from './changed.ts';

const lock = statement<{ id: number; groupId: number }>(`select id, group_id as "groupId" from "user" where id = any($1::int[]) order by id for no key update`);
const known = statement<unknown>(`select from "group" where id = $1`);
const set = statement<unknown>(`update "user" set group_id = $2, updated_at = now() where id = $1`);

export interface Regrouping {
  userId: number;
  groupId: number;
  /** The group that the administrator saw. */
  was: number;
  reason: string;
}

/**
 * Moves somebody to another group (R20). Nobody moves themselves, and who acts must still be an administrator when it is
 * written: so one always remains. Throws notFound, malformed (themselves, no such group), forbidden, and conflict with the
 * group as it is.
 */
export const regroup = (db: Db, actorId: number, { userId, groupId, was, reason }: Regrouping): Promise<{ pages: number }> =>
  inTransaction(db, async (tx) => {
    if (userId === actorId) throw new AppError('malformed', { values: { field: 'id' } });
    const people = new Map((await lock(tx, [[userId, actorId]])).map((row) => [row.id, row.groupId]));
    const [now, own] = [people.get(userId), people.get(actorId)];
    if (now === undefined) throw new AppError('notFound');
    if (own === undefined || !administers({ userId: actorId, groupId: own })) throw new AppError('forbidden');
    if ((await known(tx, [groupId])).length === 0) throw new AppError('malformed', { values: { field: 'group_id' }, payload: [{ field: 'group_id' }] });
    if (now !== was) throw new AppError('conflict', { payload: { group_id: now } });
    if (now === groupId) return { pages: 0 };
    await set(tx, [userId, groupId]);
    await userChanged(tx, userId);
    await note(tx, { actorId, action: 'user.group', target: { userId }, reason, detail: { before: now, after: groupId } });
    return { pages: await pagesOfUser(tx, userId) };
  });
