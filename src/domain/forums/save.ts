import { AppError } from '#contracts/errors.ts';
import { TEMPLATE_THEMES } from '#contracts/forum-templates.ts';
import type { ForumFieldsWire, SavedRowWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#db/violations.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { urgency } from '#outbox/invalidation.ts';
import { editVersioned, recordAdminChange } from '../log/edit-versioned.ts';
import { countPagesWithAnyTag } from '../shared/count-pages.ts';
import { getListTags } from '../shared/thread-invalidations.ts';
import { isShownSql } from '../shared/visibility.ts';
import { readForumForEdit, readSectionForEdit } from './forum-tree.ts';
import { insertThemeInto } from './save-theme.ts';

const SAVED_FIELDS = [
  'section_id',
  'slug',
  'name',
  'name_en',
  'brief',
  'brief_en',
  'announcement',
  'announcement_en',
  'icon',
  'link_url',
  'recommended',
  'access',
] as const;
type SavedFields = Pick<ForumFieldsWire, (typeof SAVED_FIELDS)[number]>;
const insertForum = statement<{ id: number }, SavedFields>(`
  insert into forum (${SAVED_FIELDS.join(', ')}, rank)
  select
    ${SAVED_FIELDS.map((field) => `:${field}`).join(', ')},
    coalesce((select max(rank) from forum where section_id = :section_id), 0) + 1
  returning id`);
const updateForum = statement<{ version: number }, SavedFields & { id: number; version: number }>(`
  update forum
  set
    ${SAVED_FIELDS.map((field) => `${field} = :${field}`).join(', ')},
    version = version + 1,
    updated_at = now()
  where id = :id and version = :version
  returning version`);
const setForumGroups = statement<unknown, { forumId: number; groups: readonly number[] }>(`
  with deleted as (
    delete from forum_group
    where forum_id = :forumId and group_id <> all (:groups::int[])
  )
  insert into forum_group (forum_id, group_id)
  select :forumId, id
  from "group"
  where id = any(:groups::int[])
  on conflict do nothing`);
const selectAnyThread = statement<unknown, { forumId: number }>(
  `
    select
    where exists (
        select from thread t where t.forum_id = :forumId and ${isShownSql('t')}
      )
      or exists (
        select from thread t where t.forum_id = :forumId and not (${isShownSql('t')})
      )`,
);
const deleteForumRow = statement<{ name: string }, { id: number }>(
  `delete from forum where id = :id returning name`,
);
const selectThreadIdBatch = statement<{ id: number }, { forumId: number; after: number }>(
  `select id from thread where forum_id = :forumId and id > :after order by id limit 2000`,
);

const replaceForumGroups = (tx: Runner, forumId: number, { access, groups }: ForumFieldsWire) =>
  setForumGroups(tx, { forumId, groups: access === 'groups' ? groups : [] });

async function rejectTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isUniqueViolation(error)
      ? new AppError('inUse', { values: { field: 'slug' }, payload: [{ field: 'slug' }] })
      : error;
  }
}

async function requireExistingSection(tx: Runner, id: number): Promise<void> {
  if (!(await readSectionForEdit(tx, id)))
    throw new AppError('malformed', {
      values: { field: 'section_id' },
      payload: [{ field: 'section_id' }],
    });
}

/** Creates a forum with a first theme. Throws malformed (no such section), inUse (the slug). */
export const createForum = (
  db: Db,
  actorId: number,
  fields: ForumFieldsWire,
): Promise<SavedRowWire> =>
  inTransaction(db, async (tx) => {
    const forum = await insertForumInto(tx, actorId, fields);
    await insertThemeInto(tx, actorId, forum.id, {
      ...TEMPLATE_THEMES.discuss,
      template: '',
      template_en: '',
      moderators_only: false,
    });
    return forum;
  });

/** createForum within a transaction. */
export async function insertForumInto(
  tx: Runner,
  actorId: number,
  fields: ForumFieldsWire,
): Promise<SavedRowWire> {
  await requireExistingSection(tx, fields.section_id);
  const [inserted] = await rejectTakenSlug(insertForum(tx, fields));
  const id = inserted?.id as number;
  await replaceForumGroups(tx, id, fields);
  await recordAdminChange(tx, {
    actorId,
    action: 'forum.create',
    target: { forumId: id },
    detail: { ...fields },
    tags: [cacheTag.forums(), cacheTag.forum(id), cacheTag.sitemap()],
  });
  return {
    id,
    version: 1,
    pages: fields.access === 'public' ? await countPagesWithAnyTag(tx, [cacheTag.forums()]) : 0,
  };
}

export interface EditedForum extends SavedRowWire {
  /** Tags of pages to remove before responding: the forum is no longer public. */
  removedTags: string[];
}

/** Throws notFound, malformed, inUse (the slug), and conflict with the current forum. */
export async function editForum(
  db: Db,
  actorId: number,
  id: number,
  fields: ForumFieldsWire,
  version: number,
): Promise<EditedForum> {
  let removedTags: string[] = [];
  const saved = await editVersioned(db, {
    read: (tx) => readForumForEdit(tx, id),
    async update(tx) {
      await requireExistingSection(tx, fields.section_id);
      const updated = await rejectTakenSlug(updateForum(tx, { ...fields, id, version }));
      if (updated.length > 0) await replaceForumGroups(tx, id, fields);
      return updated;
    },
    toChange(before) {
      const becomesPrivate = before.access === 'public' && fields.access !== 'public';
      const tags = [
        cacheTag.forums(),
        cacheTag.forum(id),
        ...(before.access === fields.access ? [] : getForumListTags(id)),
      ];
      removedTags = becomesPrivate ? tags : [];
      return {
        actorId,
        action: 'forum.edit',
        target: { forumId: id },
        detail: { before, after: fields },
        tags,
        urgency: becomesPrivate ? urgency.takedown : urgency.moderation,
      };
    },
  });
  return { id, ...saved, removedTags };
}

/** Lists that contain the forum's threads. */
const getForumListTags = (forumId: number): string[] => [
  ...getListTags([0, forumId]),
  cacheTag.sitemap(),
];

/** Tags of the forum's thread rows, for user pages that show them, in batches. */
export async function* streamThreadRowTags(db: Db, forumId: number): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const rows = await selectThreadIdBatch(db, { forumId, after });
    if (rows.length === 0) return;
    yield rows.map(({ id }) => cacheTag.threadRow(id));
    after = rows.at(-1)?.id as number;
  }
}

/** Throws notFound, and notEmpty if it ever had content: deleted threads can be restored. */
export async function deleteForum(
  db: Db,
  actorId: number,
  id: number,
): Promise<{ removedTags: string[] }> {
  return inTransaction(db, async (tx) => {
    if (!(await readForumForEdit(tx, id))) throw new AppError('notFound');
    if ((await selectAnyThread(tx, { forumId: id })).length > 0) throw new AppError('notEmpty');
    const [deleted] = await deleteForumRow(tx, { id }).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new AppError('notEmpty') : error;
    });
    await recordAdminChange(tx, {
      actorId,
      action: 'forum.delete',
      target: { forumId: id },
      detail: { name: deleted?.name },
      tags: [cacheTag.forums(), cacheTag.forum(id)],
      urgency: urgency.takedown,
    });
    return { removedTags: [cacheTag.forum(id)] };
  });
}

const selectExistingUserIds = statement<{ ids: number[] }, { ids: readonly number[] }>(
  `select array(select id from "user" where id = any(:ids::int[])) as ids`,
);
const selectModeratorIds = statement<{ ids: number[] }, { forumId: number }>(
  `
    select array(
      select user_id
      from forum_moderator
      where forum_id = :forumId
      order by rank, user_id
    ) as ids`,
);
const deleteOtherModerators = statement<unknown, { forumId: number; ids: readonly number[] }>(
  `delete from forum_moderator where forum_id = :forumId and user_id <> all (:ids::int[])`,
);
const upsertModerators = statement<unknown, { forumId: number; ids: readonly number[] }>(`
  insert into forum_moderator (forum_id, user_id, rank)
  select :forumId, id, n
  from unnest(:ids::int[]) with ordinality as wanted (id, n)
  on conflict (forum_id, user_id) do update set rank = excluded.rank`);

/** Replaces a forum's moderators (R20), in order. Throws notFound, malformed (unknown user). */
export async function saveModerators(
  db: Db,
  actorId: number,
  forumId: number,
  wanted: readonly number[],
): Promise<{ pages: number }> {
  const ids = [...new Set(wanted)];
  return inTransaction(db, async (tx) => {
    if (!(await readForumForEdit(tx, forumId))) throw new AppError('notFound');
    if ((await selectExistingUserIds(tx, { ids }))[0]?.ids.length !== ids.length)
      throw new AppError('malformed', { values: { field: 'ids' } });
    const before = (await selectModeratorIds(tx, { forumId }))[0]?.ids ?? [];
    await deleteOtherModerators(tx, { forumId, ids });
    await upsertModerators(tx, { forumId, ids });
    const pages = await recordAdminChange(tx, {
      actorId,
      action: 'forum.moderators',
      target: { forumId },
      detail: { before, after: ids },
      tags: [cacheTag.forum(forumId)],
    });
    return { pages };
  });
}
