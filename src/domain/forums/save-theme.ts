import { AppError } from '#contracts/errors.ts';
import type { SavedRowWire, ThemeFieldsWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { editVersioned, recordAdminChange } from '../log/edit-versioned.ts';
import { sanitizerThread } from '../message/sanitizer-thread.ts';
import { readForumForEdit, readThemeForEdit } from './forum-tree.ts';

const insertTheme = statement<{ id: number }, ThemeFieldsWire & { forumId: number }>(`
  insert into theme (
    forum_id,
    name,
    name_en,
    template,
    template_en,
    moderators_only,
    rank
  )
  select
    :forumId,
    :name,
    :name_en,
    :template,
    :template_en,
    :moderators_only,
    coalesce(max(rank), 0) + 1
  from theme
  where forum_id = :forumId
  returning id`);
const updateTheme = statement<
  { version: number; forumId: number },
  ThemeFieldsWire & { id: number; version: number }
>(`
  update theme
  set
    name = :name,
    name_en = :name_en,
    template = :template,
    template_en = :template_en,
    moderators_only = :moderators_only,
    version = version + 1
  where id = :id and version = :version
  returning version, forum_id as "forumId"`);
const selectAnyThread = statement<unknown, { themeId: number }>(
  `select from thread where theme_id = :themeId limit 1`,
);
const deleteThemeRow = statement<{ name: string; forumId: number }, { id: number }>(
  `delete from theme where id = :id returning name, forum_id as "forumId"`,
);
const countOtherThemes = statement<{ left: number }, { id: number }>(
  `
    select count(*)::int as left
    from theme t
    where t.forum_id = (select forum_id from theme where id = :id) and t.id <> :id`,
);

/** Editors insert templates, so they are sanitized like messages (R13). */
async function sanitizeTemplates(fields: ThemeFieldsWire): Promise<ThemeFieldsWire> {
  const sanitizeTemplate = async (html: string) =>
    html === ''
      ? ''
      : (
          await sanitizerThread.sanitize(
            html,
            { frameHosts: [], siteHost: 'forum.invalid', forEditor: true },
            undefined,
            { purpose: 'post' },
          )
        ).html;
  const [template, template_en] = await Promise.all([
    sanitizeTemplate(fields.template),
    sanitizeTemplate(fields.template_en),
  ]);
  return { ...fields, template, template_en };
}

export async function createTheme(
  db: Db,
  actorId: number,
  forumId: number,
  input: ThemeFieldsWire,
): Promise<SavedRowWire> {
  const fields = await sanitizeTemplates(input);
  return inTransaction(db, async (tx) => {
    if (!(await readForumForEdit(tx, forumId))) throw new AppError('notFound');
    return insertThemeInto(tx, actorId, forumId, fields);
  });
}

/** createTheme within a transaction, for an existing forum and sanitized templates. */
export async function insertThemeInto(
  tx: Runner,
  actorId: number,
  forumId: number,
  fields: ThemeFieldsWire,
): Promise<SavedRowWire> {
  const [inserted] = await insertTheme(tx, { ...fields, forumId });
  const id = inserted?.id as number;
  const pages = await recordAdminChange(tx, {
    actorId,
    action: 'theme.create',
    target: { forumId },
    detail: { theme: id, name: fields.name, name_en: fields.name_en },
    tags: [cacheTag.forum(forumId)],
  });
  return { id, version: 1, pages };
}

/** Throws notFound, and conflict with the current theme. */
export async function editTheme(
  db: Db,
  actorId: number,
  id: number,
  input: ThemeFieldsWire,
  version: number,
): Promise<SavedRowWire> {
  const after = await sanitizeTemplates(input);
  const saved = await editVersioned(db, {
    read: (tx) => readThemeForEdit(tx, id),
    update: (tx) => updateTheme(tx, { ...after, id, version }),
    toChange: (before, { forumId }) => ({
      actorId,
      action: 'theme.edit',
      target: { forumId },
      detail: { theme: id, before, after },
      tags: [cacheTag.forum(forumId)],
    }),
  });
  return { id, ...saved };
}

/** Throws notFound, notEmpty (it has threads, or is the forum's last: every thread has a theme). */
export async function deleteTheme(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await readThemeForEdit(tx, id))) throw new AppError('notFound');
    const hasOtherThemes = ((await countOtherThemes(tx, { id }))[0]?.left ?? 0) > 0;
    if (!hasOtherThemes || (await selectAnyThread(tx, { themeId: id })).length > 0)
      throw new AppError('notEmpty');
    const [deleted] = await deleteThemeRow(tx, { id });
    const forumId = deleted?.forumId as number;
    await recordAdminChange(tx, {
      actorId,
      action: 'theme.delete',
      target: { forumId },
      detail: { theme: id, name: deleted?.name },
      tags: [cacheTag.forum(forumId)],
    });
  });
}
