import { AppError } from '#contracts/errors.ts';
import { mayGrant, rankOfGroup } from '#contracts/ranks.ts';
import type { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import {
  ADMIN_GROUP_IDS,
  GROUP_RIGHTS,
  type GroupFieldsWire,
  isCustomGroup,
} from '#contracts/wire/admin-group.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { note } from '../log/note.ts';
import { pagesShowing } from '../publishing/pages.ts';
import { readRanks } from '../user/rank.ts';
import { readGroup } from './admin-read.ts';

const FIELDS = ['name', 'name_en', ...GROUP_RIGHTS] as const;
type Fields = Pick<GroupFieldsWire, (typeof FIELDS)[number]>;
const insert = statement<{ id: number }, Fields>(
  `
    insert into "group" (${FIELDS.join(', ')})
    values (${FIELDS.map((field) => `:${field}`).join(', ')})
    returning id`,
);
const update = statement<{ version: number }, Fields & { id: number; version: number }>(`
  update "group"
  set
    ${FIELDS.map((field) => `${field} = :${field}`).join(', ')},
    version = version + 1,
    updated_at = now()
  where id = :id and version = :version
  returning version`);
const remove = statement<unknown, { id: number }>(`delete from "group" where id = :id`);

const target = (id: number) => ({ name: `group:${id}` });

export const createGroup = (
  db: Db,
  actorId: number,
  fields: GroupFieldsWire,
): Promise<SavedRowWire> =>
  inTransaction(db, async (tx) => {
    const [made] = await insert(tx, fields);
    const id = made?.id as number;
    await note(tx, { actorId, action: 'group.create', target: target(id), detail: { ...fields } });
    return { id, version: 1, pages: 0 }; // nobody is in it yet
  });

/**
 * Names of groups stand beside people's: those of administrators are changed by who stands above
 * them.
 */
async function requireAboveGroup(tx: Runner, actorId: number, id: number): Promise<void> {
  const rank = (await readRanks(tx, [actorId])).get(actorId) ?? 'member';
  if (!mayGrant(rank, rankOfGroup(id))) throw new AppError('forbidden');
}

/**
 * Changes a group's names and rights; what administrators may isn't changed by it: they may
 * everything, so that nobody can lock everybody out. Throws notFound, and conflict with the group
 * as it is.
 */
export const editGroup = (
  db: Db,
  actorId: number,
  id: number,
  fields: GroupFieldsWire,
  version: number,
): Promise<SavedRowWire> =>
  inTransaction(db, async (tx) => {
    const was = await readGroup(tx, id);
    if (!was) throw new AppError('notFound');
    await requireAboveGroup(tx, actorId, id);
    const after = ADMIN_GROUP_IDS.includes(id)
      ? { ...was, name: fields.name, name_en: fields.name_en }
      : fields;
    const [saved] = await update(tx, { ...after, id, version });
    if (!saved) throw new AppError('conflict', { payload: await readGroup(tx, id) });
    const differs = FIELDS.filter((field) => was[field] !== after[field]);
    const only = (from: GroupFieldsWire) =>
      Object.fromEntries(differs.map((field) => [field, from[field]]));
    await note(tx, {
      actorId,
      action: 'group.edit',
      target: target(id),
      detail: { before: only(was), after: only(after) },
    });
    // Rights are asked for by each call; pages show the name alone.
    if (!differs.some((field) => field === 'name' || field === 'name_en'))
      return { id, version: saved.version, pages: 0 };
    await touch(tx, touches(urgency.list, tag.group(id)));
    return { id, version: saved.version, pages: await pagesShowing(tx, [tag.group(id)]) };
  });

/**
 * Only one of the community's own, while nobody is in it and no forum is for it. Throws notFound,
 * forbidden, notEmpty.
 */
export async function deleteGroup(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const was = await readGroup(tx, id);
    if (!was) throw new AppError('notFound');
    if (!isCustomGroup(id)) throw new AppError('forbidden');
    if (was.members > 0 || was.forums > 0) throw new AppError('notEmpty');
    await remove(tx, { id }).catch((error: unknown) => {
      throw (error as { code?: string }).code === '23503' ? new AppError('notEmpty') : error;
    });
    await note(tx, {
      actorId,
      action: 'group.delete',
      target: target(id),
      detail: { name: was.name },
    });
  });
}
