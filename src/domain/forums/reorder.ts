import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { recordAdminChange } from '../log/edit-versioned.ts';

const selectSectionAndForumIds = statement<{ sections: number[]; forums: number[] }>(
  `
    select
      array(select id from section order by id) as sections,
      array(select id from forum order by id) as forums`,
);
const updateSectionRanks = statement<unknown, { ids: readonly number[] }>(
  `
    update section
    set rank = n
    from unnest(:ids::int[]) with ordinality as wanted (id, n)
    where section.id = wanted.id and rank <> n`,
);
// Updates changed ranks only, as replies write these rows too.
const updateForumRanks = statement<
  unknown,
  { ids: readonly number[]; sections: readonly number[]; ranks: readonly number[] }
>(`
  update forum
  set
    rank = wanted.rank,
    section_id = wanted.section,
    version = version + (section_id <> wanted.section)::int
  from unnest(:ids::int[], :sections::int[], :ranks::int[]) as wanted (id, section, rank)
  where forum.id = wanted.id and (forum.rank <> wanted.rank or section_id <> wanted.section)`);
const updateThemeRanks = statement<unknown, { forumId: number; ids: readonly number[] }>(
  `
    update theme
    set rank = n
    from unnest(:ids::int[]) with ordinality as wanted (id, n)
    where theme.id = wanted.id and forum_id = :forumId and rank <> n`,
);
const selectThemeIds = statement<{ ids: number[] }, { forumId: number }>(
  `select array(select id from theme where forum_id = :forumId order by id) as ids`,
);

const isSameIdSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length &&
  new Set(a).size === a.length &&
  [...a].sort((x, y) => x - y).every((one, index) => one === b[index]);

/** Reorders sections and forums. Throws conflict unless the order names each exactly once. */
export async function reorderForums(
  db: Db,
  actorId: number,
  sections: readonly { id: number; forums: readonly number[] }[],
): Promise<{ pages: number }> {
  return inTransaction(db, async (tx) => {
    const [now] = await selectSectionAndForumIds(tx);
    const forumPositions = sections.flatMap((section) =>
      section.forums.map((id, index) => ({ id, section: section.id, rank: index + 1 })),
    );
    const sectionIds = sections.map(({ id }) => id);
    const forumIds = forumPositions.map(({ id }) => id);
    if (!isSameIdSet(sectionIds, now?.sections ?? []) || !isSameIdSet(forumIds, now?.forums ?? []))
      throw new AppError('conflict');
    await updateSectionRanks(tx, { ids: sectionIds });
    await updateForumRanks(tx, {
      ids: forumIds,
      sections: forumPositions.map(({ section }) => section),
      ranks: forumPositions.map(({ rank }) => rank),
    });
    const pages = await recordAdminChange(tx, {
      actorId,
      action: 'forums.arrange',
      target: { name: 'forums' },
      detail: { sections },
      tags: [cacheTag.forums()],
    });
    return { pages };
  });
}

/** Reorders a forum's themes. Throws conflict as `reorderForums` does. */
export async function reorderThemes(
  db: Db,
  actorId: number,
  forumId: number,
  ids: readonly number[],
): Promise<{ pages: number }> {
  return inTransaction(db, async (tx) => {
    if (!isSameIdSet(ids, (await selectThemeIds(tx, { forumId }))[0]?.ids ?? []))
      throw new AppError('conflict');
    await updateThemeRanks(tx, { forumId, ids });
    const pages = await recordAdminChange(tx, {
      actorId,
      action: 'themes.arrange',
      target: { forumId },
      detail: { ids },
      tags: [cacheTag.forum(forumId)],
    });
    return { pages };
  });
}
