import { badgeOf } from '#contracts/badge.ts';
import type { Author, Person } from '#contracts/page-model.ts';

/** SQL columns of an Author, named `${prefix}…`. */
export const authorColumns = (u: string, prefix: string): string =>
  `
    ${u}.id as "${prefix}Id",
    ${u}.nickname as "${prefix}Nickname",
    ${u}.avatar as "${prefix}Avatar",
    ${u}.level_id as "${prefix}Level",
    ${u}.group_id as "${prefix}Group"`;

export const personColumns = (u: string, prefix: string): string =>
  `
    ${u}.id as "${prefix}Id", ${u}.nickname as "${prefix}Nickname", ${u}.avatar as "${prefix}Avatar"`;

export type SqlRow = Record<string, unknown>;

export const toPerson = (row: SqlRow, prefix: string): Person => ({
  id: row[`${prefix}Id`] as number,
  nickname: row[`${prefix}Nickname`] as string,
  avatar: row[`${prefix}Avatar`] as string,
});

export const toAuthor = (row: SqlRow, prefix: string): Author => ({
  ...toPerson(row, prefix),
  level: row[`${prefix}Level`] as number,
  badge: badgeOf(row[`${prefix}Group`] as number),
});
