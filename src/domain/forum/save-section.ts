import { AppError } from '#contracts/errors.ts';
import type { SavedRowWire, SectionFieldsWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { countPagesWithAnyTag } from '../publishing/count-pages.ts';
import { readSectionForEdit } from './forum-tree.ts';

const insertSection = statement<
  { id: number },
  { name: string; nameEn: string; recommended: boolean }
>(`
  insert into section (name, name_en, recommended, rank)
  select :name, :nameEn, :recommended, coalesce(max(rank), 0) + 1
  from section
  returning id`);
const updateSection = statement<
  { version: number },
  { id: number; version: number; name: string; nameEn: string; recommended: boolean }
>(`
  update section
  set
    name = :name,
    name_en = :nameEn,
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

const FORUMS_INVALIDATION = toInvalidations(urgency.moderation, cacheTag.forums());

export const createSection = (
  db: Db,
  actorId: number,
  fields: SectionFieldsWire,
): Promise<SavedRowWire> => inTransaction(db, (tx) => insertSectionInto(tx, actorId, fields));

/** The same as a part of a transaction. */
export async function insertSectionInto(
  tx: Runner,
  actorId: number,
  { name, name_en, recommended }: SectionFieldsWire,
): Promise<SavedRowWire> {
  const [inserted] = await insertSection(tx, { name, nameEn: name_en, recommended });
  const id = inserted?.id as number;
  await logAdminAction(tx, {
    actorId,
    action: 'section.create',
    target: { name: `section:${id}` },
    detail: { name, name_en },
  });
  return { id, version: 1, pages: 0 }; // nothing shows a section without forums
}

/** Throws notFound, and conflict with the section as it is. */
export async function editSection(
  db: Db,
  actorId: number,
  id: number,
  { name, name_en, recommended }: SectionFieldsWire,
  version: number,
): Promise<SavedRowWire> {
  return inTransaction(db, async (tx) => {
    const before = await readSectionForEdit(tx, id);
    if (!before) throw new AppError('notFound');
    const [saved] = await updateSection(tx, { id, version, name, nameEn: name_en, recommended });
    if (!saved) throw new AppError('conflict', { payload: await readSectionForEdit(tx, id) });
    await invalidate(tx, FORUMS_INVALIDATION);
    await logAdminAction(tx, {
      actorId,
      action: 'section.edit',
      target: { name: `section:${id}` },
      detail: { before: before, after: { name, name_en, recommended } },
    });
    return {
      id,
      version: saved.version,
      pages: await countPagesWithAnyTag(tx, [cacheTag.forums()]),
    };
  });
}

/** Only one that holds no forum. Throws notFound, notEmpty. */
export async function deleteSection(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await readSectionForEdit(tx, id))) throw new AppError('notFound');
    const [deleted] = await deleteEmptySection(tx, { id });
    if (!deleted) throw new AppError('notEmpty');
    await logAdminAction(tx, {
      actorId,
      action: 'section.delete',
      target: { name: `section:${id}` },
      detail: { name: deleted.name },
    });
  });
}
