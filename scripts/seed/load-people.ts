import { appearanceOf } from '#contracts/appearance.ts';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { levels } from './community.ts';
import { people, userId } from './people.ts';

const DAY = 86_400_000;
const GROUPS = { super: 10000, admin: 10001, member: 10, moderator: 20, official: 30 } as const;

/** Groups, levels and the people themselves. */
export async function seedPeople(tx: Tx, now: Date): Promise<void> {
  const member = {
    allowRead: true,
    allowThread: true,
    allowPost: true,
    allowAttach: true,
    allowDown: true,
    allowView: true,
  };
  const moderator = {
    ...member,
    allowTop: true,
    allowUpdate: true,
    allowDelete: true,
    allowMove: true,
    allowBanUser: true,
  };
  await tx.insert(schema.group).values([
    {
      id: GROUPS.super,
      name: '超级管理员',
      nameEn: 'Super administrators',
      ...moderator,
      allowDeleteUser: true,
    },
    { id: GROUPS.admin, name: '管理员', nameEn: 'Administrators', ...moderator },
    { id: GROUPS.member, name: '会员', nameEn: 'Members', ...member },
    { id: GROUPS.moderator, name: '版主', nameEn: 'Moderators', ...moderator },
    { id: GROUPS.official, name: '官方', nameEn: 'Staff', ...member },
  ]);
  await tx.insert(schema.level).values(
    levels.map((one) => ({
      id: one.level,
      name: one.name,
      nameEn: one.nameEn,
      minCredits: one.min,
    })),
  );
  await tx.insert(schema.user).values(
    people.map((person) => {
      const joined = new Date(
        now.getTime() -
          Math.max(0.05, person.years ?? 1) * 365 * DAY -
          (userId(person.handle) % 97) * DAY,
      );
      return {
        id: userId(person.handle),
        username: person.handle,
        nickname: person.nickname,
        nameAppearance: appearanceOf(person.nickname),
        description: person.desc,
        language: person.lang,
        groupId: GROUPS[person.group ?? 'member'],
        credits: person.credits,
        levelId: levels.findLast((one) => person.credits >= one.min)?.level ?? 1,
        email: `${person.handle}@lantu.example`,
        emailChecked: true,
        loginsCnt: 1 + Math.floor(person.credits / 20),
        createdAt: joined,
        updatedAt: joined,
        ...(person.banned
          ? {
              bannedFrom: new Date(now.getTime() - 2 * DAY),
              bannedUntil: new Date(now.getTime() + 365 * DAY),
              contentHidden: person.banned.hideContent,
            }
          : {}),
      };
    }),
  );
  const tags = people.flatMap((person) =>
    (person.tags ?? []).map((text) => ({ userId: userId(person.handle), text, color: '' })),
  );
  await tx.insert(schema.userTag).values(tags);
  await tx.insert(schema.ban).values(
    people
      .filter((person) => person.banned)
      .map((person) => ({
        userId: userId(person.handle),
        moderatorId: 10001,
        reason: person.banned?.reason ?? '',
        hideContent: person.banned?.hideContent ?? false,
        beginAt: new Date(now.getTime() - 2 * DAY),
        endAt: new Date(now.getTime() + 365 * DAY),
      })),
  );
}
