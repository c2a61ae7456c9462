import { appearanceOf } from '#contracts/appearance.ts';
import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { levels } from './community.ts';
import { people, userIdOf } from './people.ts';

const DAY_MS = 86_400_000;
const GROUP_IDS = { super: 10000, admin: 10001, member: 10, moderator: 20, official: 30 } as const;
export const MEMBER_GROUP_ID = GROUP_IDS.member;

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
      id: GROUP_IDS.super,
      name: '超级管理员',
      nameEn: 'Super administrators',
      ...moderator,
      allowDeleteUser: true,
    },
    { id: GROUP_IDS.admin, name: '管理员', nameEn: 'Administrators', ...moderator },
    { id: GROUP_IDS.member, name: '会员', nameEn: 'Members', ...member },
    { id: GROUP_IDS.moderator, name: '版主', nameEn: 'Moderators', ...moderator },
    { id: GROUP_IDS.official, name: '官方', nameEn: 'Staff', ...member },
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
        levelId: levels.findLast((one) => person.credits >= one.min)?.level ?? 1,
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
  await tx.insert(schema.ban).values(
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
