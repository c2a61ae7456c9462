import { AppError } from '#contracts/errors.ts';
import type { SavedRowWire, ThemeFieldsWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { note } from '../log/note.ts';
import { messageThread } from '../message/thread.ts';
import { pagesShowing } from '../publishing/pages.ts';
import { readForumFields, readThemeFields } from './admin-read.ts';

const insert = statement<
  { id: number },
  { forumId: number; name: string; nameEn: string; template: string; templateEn: string }
>(`
  insert into theme (
    forum_id,
    name,
    name_en,
    template,
    template_en,
    rank
  )
  select
    :forumId,
    :name,
    :nameEn,
    :template,
    :templateEn,
    coalesce(max(rank), 0) + 1
  from theme
  where forum_id = :forumId
  returning id`);
const update = statement<
  { version: number; forumId: number },
  {
    id: number;
    version: number;
    name: string;
    nameEn: string;
    template: string;
    templateEn: string;
  }
>(`
  update theme
  set
    name = :name,
    name_en = :nameEn,
    template = :template,
    template_en = :templateEn,
    version = version + 1
  where id = :id and version = :version
  returning version, forum_id as "forumId"`);
const hasThreads = statement<unknown, { themeId: number }>(
  `select from thread where theme_id = :themeId limit 1`,
);
const remove = statement<{ name: string; forumId: number }, { id: number }>(
  `delete from theme where id = :id returning name, forum_id as "forumId"`,
);
const left = statement<{ left: number }, { id: number }>(
  `
    select count(*)::int as left
    from theme t
    where t.forum_id = (select forum_id from theme where id = :id) and t.id <> :id`,
);

/** A template goes into members' editors: it is made safe as what they write is (R13). */
async function safe(fields: ThemeFieldsWire): Promise<ThemeFieldsWire> {
  const clean = async (html: string) =>
    html === ''
      ? ''
      : (
          await messageThread.sanitize(html, {
            frameHosts: [],
            siteHost: 'forum.invalid',
            forEditor: true,
          })
        ).html;
  const [template, template_en] = await Promise.all([
    clean(fields.template),
    clean(fields.template_en),
  ]);
  return { ...fields, template, template_en };
}

async function republish(tx: Runner, forumId: number): Promise<number> {
  await touch(tx, touches(urgency.moderation, tag.forum(forumId)));
  return pagesShowing(tx, [tag.forum(forumId)]);
}

/** Throws notFound: no such forum. */
export async function createTheme(
  db: Db,
  actorId: number,
  forumId: number,
  given: ThemeFieldsWire,
): Promise<SavedRowWire> {
  const { name, name_en, template, template_en } = await safe(given);
  return inTransaction(db, async (tx) => {
    if (!(await readForumFields(tx, forumId))) throw new AppError('notFound');
    const [made] = await insert(tx, {
      forumId,
      name,
      nameEn: name_en,
      template,
      templateEn: template_en,
    });
    const id = made?.id as number;
    await note(tx, {
      actorId,
      action: 'theme.create',
      target: { forumId },
      detail: { theme: id, name, name_en },
    });
    return { id, version: 1, pages: await republish(tx, forumId) };
  });
}

/** Throws notFound, and conflict with the kind of thread as it is. */
export async function editTheme(
  db: Db,
  actorId: number,
  id: number,
  given: ThemeFieldsWire,
  version: number,
): Promise<SavedRowWire> {
  const after = await safe(given);
  return inTransaction(db, async (tx) => {
    const was = await readThemeFields(tx, id);
    if (!was) throw new AppError('notFound');
    const [saved] = await update(tx, {
      id,
      version,
      name: after.name,
      nameEn: after.name_en,
      template: after.template,
      templateEn: after.template_en,
    });
    if (!saved) throw new AppError('conflict', { payload: await readThemeFields(tx, id) });
    await note(tx, {
      actorId,
      action: 'theme.edit',
      target: { forumId: saved.forumId },
      detail: { theme: id, before: was, after },
    });
    return { id, version: saved.version, pages: await republish(tx, saved.forumId) };
  });
}

/**
 * Only one that no thread has, and not a forum's last: every thread is of a kind. Throws notFound,
 * notEmpty.
 */
export async function deleteTheme(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await readThemeFields(tx, id))) throw new AppError('notFound');
    const forumKeepsOne = ((await left(tx, { id }))[0]?.left ?? 0) > 0;
    if (!forumKeepsOne || (await hasThreads(tx, { themeId: id })).length > 0)
      throw new AppError('notEmpty');
    const [gone] = await remove(tx, { id });
    await note(tx, {
      actorId,
      action: 'theme.delete',
      target: { forumId: gone?.forumId as number },
      detail: { theme: id, name: gone?.name },
    });
    await republish(tx, gone?.forumId as number);
  });
}
