import { appearanceOf } from '#contracts/appearance.ts';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { levels } from './community.ts';
import { GROUP_IDS, seedGroups } from './load-groups.ts';
import { people, userIdOf } from './people.ts';

const DAY_MS = 86_400_000;
export const MEMBER_GROUP_ID = GROUP_IDS.member;

export async function seedPeople(tx: Tx, now: Date): Promise<void> {
  await seedGroups(tx, levels);
  await tx.insert(schema.user).values(
    people.map((person) => {
      const joined = new Date(
        now.getTime() -
          Math.max(0.05, person.years ?? 1) * 365 * DAY_MS -
          (userIdOf(person.handle) % 97) * DAY_MS,
      );
      return {
        id: userIdOf(person.handle),
        username: person.handle,
        nickname: person.nickname,
        nameAppearance: appearanceOf(person.nickname),
        description: person.desc,
        language: person.lang,
        groupId: GROUP_IDS[person.group ?? 'member'],
        credits: person.credits,
        levelId: levels.findLast((level) => person.credits >= level.min)?.level ?? 1,
        email: `${person.handle}@lantu.example`,
        emailChecked: true,
        loginsCnt: 1 + Math.floor(person.credits / 20),
        createdAt: joined,
        updatedAt: joined,
        ...(person.banned
          ? {
              bannedFrom: new Date(now.getTime() - 2 * DAY_MS),
              bannedUntil: new Date(now.getTime() + 365 * DAY_MS),
              contentHidden: person.banned.hideContent,
            }
          : {}),
      };
    }),
  );
  const tags = people.flatMap((person) =>
    (person.tags ?? []).map((text) => ({ userId: userIdOf(person.handle), text, color: '' })),
  );
  await tx.insert(schema.userTag).values(tags);
  await tx
    .insert(schema.ban)
    .values(
      people
        .filter((person) => person.banned)
        .map((person) => ({
          userId: userIdOf(person.handle),
          moderatorId: 10001,
          reason: person.banned?.reason ?? '',
          hideContent: person.banned?.hideContent ?? false,
          beginAt: new Date(now.getTime() - 2 * DAY_MS),
          endAt: new Date(now.getTime() + 365 * DAY_MS),
        })),
    );
}
