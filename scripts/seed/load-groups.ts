import type { Tx } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';

/* Groups with rights, and levels: every forum needs them. */

export const GROUP_IDS = {
  super: 10000,
  admin: 10001,
  member: 10,
  moderator: 20,
  official: 30,
} as const;

export interface LevelSeed {
  level: number;
  name: string;
  nameEn: string;
  /** Credits from which it is reached. */
  min: number;
}

export async function seedGroups(tx: Tx, levels: readonly LevelSeed[]): Promise<void> {
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
      nameEn: 'Super administrator',
      ...moderator,
      allowDeleteUser: true,
    },
    { id: GROUP_IDS.admin, name: '管理员', nameEn: 'Administrator', ...moderator },
    { id: GROUP_IDS.member, name: '成员', nameEn: 'Member', ...member },
    { id: GROUP_IDS.moderator, name: '版主', nameEn: 'Moderator', ...moderator },
    { id: GROUP_IDS.official, name: '官方', nameEn: 'Staff', ...member },
  ]);
  await tx
    .insert(schema.level)
    .values(
      levels.map((level) => ({
        id: level.level,
        name: level.name,
        nameEn: level.nameEn,
        minCredits: level.min,
      })),
    );
}
