import { AppError } from '#contracts/errors.ts';
import type { SavedRowWire, SectionFieldsWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { editVersioned } from '../log/edit-versioned.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { readSectionForEdit } from './forum-tree.ts';

const insertSection = statement<{ id: number }, SectionFieldsWire>(`
  insert into section (name, name_en, recommended, rank)
  select :name, :name_en, :recommended, coalesce(max(rank), 0) + 1
  from section
  returning id`);
const updateSection = statement<
  { version: number },
  SectionFieldsWire & { id: number; version: number }
>(`
  update section
  set
    name = :name,
    name_en = :name_en,
    recommended = :recommended,
    version = version + 1,
    updated_at = now()
  where id = :id and version = :version
  returning version`);
const deleteEmptySection = statement<{ name: string }, { id: number }>(
  `
    delete from section
    where id = :id and not exists (select from forum where section_id = :id)
    returning name`,
);

const toLogTarget = (id: number) => ({ name: `section:${id}` });

export const createSection = (
  db: Db,
  actorId: number,
  fields: SectionFieldsWire,
): Promise<SavedRowWire> => inTransaction(db, (tx) => insertSectionInto(tx, actorId, fields));

/** createSection within a transaction. */
export async function insertSectionInto(
  tx: Runner,
  actorId: number,
  fields: SectionFieldsWire,
): Promise<SavedRowWire> {
  const [inserted] = await insertSection(tx, fields);
  const id = inserted?.id as number;
  await logAdminAction(tx, {
    actorId,
    action: 'section.create',
    target: toLogTarget(id),
    detail: { name: fields.name, name_en: fields.name_en },
  });
  return { id, version: 1, pages: 0 }; // no page shows a section without forums
}

/** Throws notFound, and conflict with the current section. */
export const editSection = async (
  db: Db,
  actorId: number,
  id: number,
  fields: SectionFieldsWire,
  version: number,
): Promise<SavedRowWire> => ({
  id,
  ...(await editVersioned(db, {
    read: (tx) => readSectionForEdit(tx, id),
    update: (tx) => updateSection(tx, { ...fields, id, version }),
    toChange: (before) => ({
      actorId,
      action: 'section.edit',
      target: toLogTarget(id),
      detail: { before, after: fields },
      tags: [cacheTag.forums()],
    }),
  })),
});

/** Throws notFound, notEmpty (it has forums). */
export async function deleteSection(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await readSectionForEdit(tx, id))) throw new AppError('notFound');
    const [deleted] = await deleteEmptySection(tx, { id });
    if (!deleted) throw new AppError('notEmpty');
    await logAdminAction(tx, {
      actorId,
      action: 'section.delete',
      target: toLogTarget(id),
      detail: { name: deleted.name },
    });
  });
}
