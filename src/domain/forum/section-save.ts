import { AppError } from '#contracts/errors.ts';
import type { SavedRowWire, SectionFieldsWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { note } from '../log/note.ts';
import { pagesShowing } from '../publishing/pages.ts';
import { readSectionFields } from './admin-read.ts';

const insert = statement<{ id: number }, { name: string; nameEn: string; recommended: boolean }>(`
  insert into section (name, name_en, recommended, rank)
  select :name, :nameEn, :recommended, coalesce(max(rank), 0) + 1
  from section
  returning id`);
const update = statement<
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
const remove = statement<{ name: string }, { id: number }>(
  `
    delete from section
    where id = :id and not exists (select from forum where section_id = :id)
    returning name`,
);

const changed = touches(urgency.moderation, tag.forums());

export async function createSection(
  db: Db,
  actorId: number,
  { name, name_en, recommended }: SectionFieldsWire,
): Promise<SavedRowWire> {
  return inTransaction(db, async (tx) => {
    const [made] = await insert(tx, { name, nameEn: name_en, recommended });
    const id = made?.id as number;
    await note(tx, {
      actorId,
      action: 'section.create',
      target: { name: `section:${id}` },
      detail: { name, name_en },
    });
    return { id, version: 1, pages: 0 }; // nothing shows a section without forums
  });
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
    const was = await readSectionFields(tx, id);
    if (!was) throw new AppError('notFound');
    const [saved] = await update(tx, { id, version, name, nameEn: name_en, recommended });
    if (!saved) throw new AppError('conflict', { payload: await readSectionFields(tx, id) });
    await touch(tx, changed);
    await note(tx, {
      actorId,
      action: 'section.edit',
      target: { name: `section:${id}` },
      detail: { before: was, after: { name, name_en, recommended } },
    });
    return { id, version: saved.version, pages: await pagesShowing(tx, [tag.forums()]) };
  });
}

/** Only one that holds no forum. Throws notFound, notEmpty. */
export async function deleteSection(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await readSectionFields(tx, id))) throw new AppError('notFound');
    const [gone] = await remove(tx, { id });
    if (!gone) throw new AppError('notEmpty');
    await note(tx, {
      actorId,
      action: 'section.delete',
      target: { name: `section:${id}` },
      detail: { name: gone.name },
    });
  });
}
