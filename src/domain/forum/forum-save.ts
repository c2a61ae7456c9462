import { AppError } from '#contracts/errors.ts';
import type { ForumFieldsWire, SavedRowWire } from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { note } from '../log/note.ts';
import { pagesShowing } from '../publishing/pages.ts';
import { readForumFields, readSectionFields } from './admin-read.ts';

const FIELDS = [
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
type Fields = Pick<ForumFieldsWire, (typeof FIELDS)[number]>;
const insert = statement<{ id: number }, Fields>(`
  insert into forum (${FIELDS.join(', ')}, rank)
  select
    ${FIELDS.map((field) => `:${field}`).join(', ')},
    coalesce((select max(rank) from forum where section_id = :section_id), 0) + 1
  returning id`);
const update = statement<{ version: number }, Fields & { id: number; version: number }>(`
  update forum
  set
    ${FIELDS.map((field) => `${field} = :${field}`).join(', ')},
    version = version + 1,
    updated_at = now()
  where id = :id and version = :version
  returning version`);
const setGroups = statement<unknown, { forumId: number; groups: readonly number[] }>(`
  with gone as (
    delete from forum_group
    where forum_id = :forumId and group_id <> all (:groups::int[])
  )
  insert into forum_group (forum_id, group_id)
  select :forumId, id
  from "group"
  where id = any(:groups::int[])
  on conflict do nothing`);
const hasThreads = statement<unknown, { forumId: number }>(
  `select from thread where forum_id = :forumId limit 1`,
);
const remove = statement<{ name: string }, { id: number }>(
  `delete from forum where id = :id returning name`,
);
const threadsOf = statement<{ id: number }, { forumId: number; after: number }>(
  `select id from thread where forum_id = :forumId and id > :after order by id limit 2000`,
);

/**
 * PostgreSQL's codes for a slug that another forum has, and for a row that something still refers
 * to.
 */
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';
const isUsed = (error: unknown): boolean => (error as { code?: string }).code === '23503';

async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isTaken(error)
      ? new AppError('inUse', { values: { field: 'slug' }, payload: [{ field: 'slug' }] })
      : error;
  }
}

async function requireSection(tx: Runner, id: number): Promise<void> {
  if (!(await readSectionFields(tx, id)))
    throw new AppError('malformed', {
      values: { field: 'section_id' },
      payload: [{ field: 'section_id' }],
    });
}

/** Throws malformed (no such section), taken (the slug). */
export async function createForum(
  db: Db,
  actorId: number,
  fields: ForumFieldsWire,
): Promise<SavedRowWire> {
  return inTransaction(db, async (tx) => {
    await requireSection(tx, fields.section_id);
    const [made] = await orTaken(insert(tx, fields));
    const id = made?.id as number;
    await setGroups(tx, { forumId: id, groups: fields.access === 'groups' ? fields.groups : [] });
    await touch(tx, touches(urgency.moderation, tag.forums(), tag.forum(id), tag.sitemap()));
    await note(tx, {
      actorId,
      action: 'forum.create',
      target: { forumId: id },
      detail: { ...fields },
    });
    return {
      id,
      version: 1,
      pages: fields.access === 'public' ? await pagesShowing(tx, [tag.forums()]) : 0,
    };
  });
}

export interface Edited extends SavedRowWire {
  /**
   * Tags whose pages must be gone before the caller is answered: the forum isn't everybody's any
   * more.
   */
  takeDown: string[];
}

/** Throws notFound, malformed, taken, and conflict with the forum as it is. */
export async function editForum(
  db: Db,
  actorId: number,
  id: number,
  fields: ForumFieldsWire,
  version: number,
): Promise<Edited> {
  return inTransaction(db, async (tx) => {
    const was = await readForumFields(tx, id);
    if (!was) throw new AppError('notFound');
    await requireSection(tx, fields.section_id);
    const [saved] = await orTaken(update(tx, { ...fields, id, version }));
    if (!saved) throw new AppError('conflict', { payload: await readForumFields(tx, id) });
    await setGroups(tx, { forumId: id, groups: fields.access === 'groups' ? fields.groups : [] });
    const closes = was.access === 'public' && fields.access !== 'public';
    const tags = [
      tag.forums(),
      tag.forum(id),
      ...(was.access === fields.access ? [] : listsOf(id)),
    ];
    await touch(tx, touches(closes ? urgency.takedown : urgency.moderation, ...tags));
    await note(tx, {
      actorId,
      action: 'forum.edit',
      target: { forumId: id },
      detail: { before: was, after: fields },
    });
    return {
      id,
      version: saved.version,
      pages: await pagesShowing(tx, tags),
      takeDown: closes ? tags : [],
    };
  });
}

const ORDERS = ['latest', 'newest', 'hot', 'digest', 'pinned'] as const;
/** Lists that show the forum's threads among others'. */
const listsOf = (forumId: number): string[] => [
  ...ORDERS.flatMap((order) => [tag.list(0, order), tag.list(forumId, order)]),
  tag.sitemap(),
];

/**
 * Tags of the rows of a forum's threads, for the pages of people that show them; a portion at a
 * time.
 */
export async function* rowTags(db: Db, forumId: number): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const rows = await threadsOf(db, { forumId, after });
    if (rows.length === 0) return;
    yield rows.map(({ id }) => tag.row(id));
    after = rows.at(-1)?.id as number;
  }
}

/**
 * Only one in which nothing was ever written: deleted threads can be restored, and need their
 * place. Throws notFound, notEmpty.
 */
export async function deleteForum(
  db: Db,
  actorId: number,
  id: number,
): Promise<{ takeDown: string[] }> {
  return inTransaction(db, async (tx) => {
    if (!(await readForumFields(tx, id))) throw new AppError('notFound');
    if ((await hasThreads(tx, { forumId: id })).length > 0) throw new AppError('notEmpty');
    const [gone] = await remove(tx, { id }).catch((error: unknown) => {
      throw isUsed(error) ? new AppError('notEmpty') : error;
    });
    const tags = [tag.forums(), tag.forum(id)];
    await touch(tx, touches(urgency.takedown, ...tags));
    await note(tx, {
      actorId,
      action: 'forum.delete',
      target: { forumId: id },
      detail: { name: gone?.name },
    });
    return { takeDown: [tag.forum(id)] };
  });
}
