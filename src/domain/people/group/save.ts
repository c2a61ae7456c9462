import { ADMIN_GROUP_IDS, GROUP_RIGHTS, isCustomGroup } from '#contracts/admin-choices.ts';
import type { GroupFieldsWire } from '#contracts/calls/admin/admin-user-calls.ts';
import { AppError } from '#contracts/errors.ts';
import { mayGrant, rankOfGroup } from '#contracts/ranks.ts';
import type { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isForeignKeyViolation } from '#db/violations.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { urgency } from '#outbox/invalidation.ts';
import { editVersioned } from '../../log/edit-versioned.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';
import { readRank } from '../rank.ts';
import { readGroup } from './read.ts';

const SAVED_FIELDS = ['name', 'name_en', ...GROUP_RIGHTS] as const;
type SavedFields = Pick<GroupFieldsWire, (typeof SAVED_FIELDS)[number]>;
const insertGroup = statement<{ id: number }, SavedFields>(
  `
    insert into "group" (${SAVED_FIELDS.join(', ')})
    values (${SAVED_FIELDS.map((field) => `:${field}`).join(', ')})
    returning id`,
);
/** Event streams recheck rights on a notification of the `login` channel. */
const updateGroup = statement<{ version: number }, SavedFields & { id: number; version: number }>(`
  update "group"
  set
    ${SAVED_FIELDS.map((field) => `${field} = :${field}`).join(', ')},
    version = version + 1,
    updated_at = now()
  where id = :id and version = :version
  returning version, notify_after_commit('login', '*')`);
const deleteGroupRow = statement<unknown, { id: number }>(`delete from "group" where id = :id`);

const toLogTarget = (id: number) => ({ name: `group:${id}` });

export const createGroup = (
  db: Db,
  actorId: number,
  fields: GroupFieldsWire,
): Promise<SavedRowWire> =>
  inTransaction(db, async (tx) => {
    const [inserted] = await insertGroup(tx, fields);
    const id = inserted?.id as number;
    await logAdminAction(tx, {
      actorId,
      action: 'group.create',
      target: toLogTarget(id),
      detail: { ...fields },
    });
    return { id, version: 1, pages: 0 }; // it has no members yet
  });

/**
 * Group names appear next to users, so only higher ranks edit administrators' groups. Throws
 * forbidden.
 */
async function requireMayEditGroup(tx: Runner, actorId: number, id: number): Promise<void> {
  if (!mayGrant(await readRank(tx, actorId), rankOfGroup(id))) throw new AppError('forbidden');
}

/**
 * Changes a group's names and rights. Administrators retain all rights, so that nobody can lock
 * everybody out. Throws notFound, forbidden, and conflict with the current group.
 */
export async function editGroup(
  db: Db,
  actorId: number,
  id: number,
  fields: GroupFieldsWire,
  version: number,
): Promise<SavedRowWire> {
  const toSaved = (before: GroupFieldsWire) =>
    ADMIN_GROUP_IDS.includes(id)
      ? { ...before, name: fields.name, name_en: fields.name_en }
      : fields;
  const saved = await editVersioned(db, {
    read: (tx) => readGroup(tx, id),
    async update(tx, before) {
      await requireMayEditGroup(tx, actorId, id);
      return updateGroup(tx, { ...toSaved(before), id, version });
    },
    toChange(before) {
      const after = toSaved(before);
      const changedFields = SAVED_FIELDS.filter((field) => before[field] !== after[field]);
      const pickChanged = (from: GroupFieldsWire) =>
        Object.fromEntries(changedFields.map((field) => [field, from[field]]));
      const isRenamed = changedFields.some((field) => field === 'name' || field === 'name_en');
      return {
        actorId,
        action: 'group.edit',
        target: toLogTarget(id),
        detail: { before: pickChanged(before), after: pickChanged(after) },
        // Each call checks rights; pages show only the name.
        tags: isRenamed ? [cacheTag.group(id)] : [],
        urgency: urgency.list,
      };
    },
  });
  return { id, ...saved };
}

/** Deletes a custom group without members and forums. Throws notFound, forbidden, notEmpty. */
export async function deleteGroup(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const was = await readGroup(tx, id);
    if (!was) throw new AppError('notFound');
    if (!isCustomGroup(id)) throw new AppError('forbidden');
    if (was.members > 0 || was.forums > 0) throw new AppError('notEmpty');
    await deleteGroupRow(tx, { id }).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new AppError('notEmpty') : error;
    });
    await logAdminAction(tx, {
      actorId,
      action: 'group.delete',
      target: toLogTarget(id),
      detail: { name: was.name },
    });
  });
}
