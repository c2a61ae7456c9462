import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { sections, type ThemeKey, themes } from './community.ts';
import { people, userIdOf } from './people.ts';

/** Ids of the forums by slug, and of their themes. */
export interface SeededForums {
  forumIds: Map<string, number>;
  themeId: (forum: string, theme: ThemeKey) => number;
}

export async function seedForums(tx: Tx): Promise<SeededForums> {
  const forumIds = new Map<string, number>();
  const themeIds = new Map<string, number>();
  for (const [rank, section] of sections.entries()) {
    await tx
      .insert(schema.section)
      .values({
        id: rank + 1,
        name: section.name,
        nameEn: section.nameEn,
        rank,
        recommended: rank === 0,
      });
    for (const [place, one] of section.forums.entries()) {
      const id = forumIds.size + 1;
      forumIds.set(one.slug, id);
      await tx
        .insert(schema.forum)
        .values({
          id,
          sectionId: rank + 1,
          slug: one.slug,
          name: one.name,
          nameEn: one.nameEn,
          icon: one.icon,
          rank: place,
          recommended: place === 0,
          brief: one.brief,
          briefEn: one.briefEn,
          announcement: one.announcement ?? '',
          announcementEn: one.announcementEn ?? '',
        });
      for (const [order, key] of one.themes.entries()) {
        const { name, nameEn, ...templates } = themes[key];
        const [row] = await tx
          .insert(schema.theme)
          .values({ forumId: id, name, nameEn, rank: order, ...templates })
          .returning({ id: schema.theme.id });
        themeIds.set(`${one.slug}/${key}`, row?.id as number);
      }
    }
  }
  await tx
    .insert(schema.forumModerator)
    .values(
      people.flatMap((person) =>
        (person.moderates ?? []).map((slug, rank) => ({
          forumId: forumIds.get(slug) as number,
          userId: userIdOf(person.handle),
          rank,
        })),
      ),
    );
  return { forumIds, themeId: (forum, theme) => themeIds.get(`${forum}/${theme}`) as number };
}
