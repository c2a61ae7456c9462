import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { note } from '../log/note.ts';
import { pagesShowing } from '../publishing/pages.ts';

const known = statement<{ sections: number[]; forums: number[] }>(
  `
    select
      array(select id from section order by id) as sections,
      array(select id from forum order by id) as forums`,
);
const orderSections = statement<unknown, { ids: readonly number[] }>(
  `
    update section
    set rank = n
    from unnest(:ids::int[]) with ordinality as wanted (id, n)
    where section.id = wanted.id and rank <> n`,
);
// Only what moves is written: replies write these rows too.
const orderForums = statement<
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
const orderThemes = statement<unknown, { forumId: number; ids: readonly number[] }>(
  `
    update theme
    set rank = n
    from unnest(:ids::int[]) with ordinality as wanted (id, n)
    where theme.id = wanted.id and forum_id = :forumId and rank <> n`,
);
const themesOf = statement<{ ids: number[] }, { forumId: number }>(
  `select array(select id from theme where forum_id = :forumId order by id) as ids`,
);

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length &&
  new Set(a).size === a.length &&
  [...a].sort((x, y) => x - y).every((one, index) => one === b[index]);

/**
 * Puts sections and forums into an order. It must name each exactly once, else somebody else has
 * changed them: conflict.
 */
export async function arrange(
  db: Db,
  actorId: number,
  sections: readonly { id: number; forums: readonly number[] }[],
): Promise<{ pages: number }> {
  return inTransaction(db, async (tx) => {
    const [now] = await known(tx);
    const placed = sections.flatMap((section) =>
      section.forums.map((id, index) => ({ id, section: section.id, rank: index + 1 })),
    );
    const whole = same(
      sections.map((one) => one.id),
      now?.sections ?? [],
    );
    if (
      !whole ||
      !same(
        placed.map((one) => one.id),
        now?.forums ?? [],
      )
    )
      throw new AppError('conflict');
    await orderSections(tx, { ids: sections.map((one) => one.id) });
    await orderForums(tx, {
      ids: placed.map((one) => one.id),
      sections: placed.map((one) => one.section),
      ranks: placed.map((one) => one.rank),
    });
    await touch(tx, touches(urgency.moderation, tag.forums()));
    await note(tx, {
      actorId,
      action: 'forums.arrange',
      target: { name: 'forums' },
      detail: { sections },
    });
    return { pages: await pagesShowing(tx, [tag.forums()]) };
  });
}

/** Puts a forum's kinds of thread into an order. Throws conflict as `arrange` does. */
export async function arrangeThemes(
  db: Db,
  actorId: number,
  forumId: number,
  ids: readonly number[],
): Promise<{ pages: number }> {
  return inTransaction(db, async (tx) => {
    if (!same(ids, (await themesOf(tx, { forumId }))[0]?.ids ?? [])) throw new AppError('conflict');
    await orderThemes(tx, { forumId, ids });
    await touch(tx, touches(urgency.moderation, tag.forum(forumId)));
    await note(tx, { actorId, action: 'themes.arrange', target: { forumId }, detail: { ids } });
    return { pages: await pagesShowing(tx, [tag.forum(forumId)]) };
  });
}
