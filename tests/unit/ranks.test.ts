import { expect, test } from 'vitest';
import { mayActOn, mayGrant, mayOverrule, RANKS, rankOf, rankOfGroup } from '#contracts/ranks.ts';

const [member, moderator, administrator, top] = RANKS;

/** Rows act on columns: member, moderator, administrator, super administrator. */
const matrix = (judge: (actor: (typeof RANKS)[number], other: (typeof RANKS)[number]) => boolean) =>
  RANKS.map((actor) => RANKS.map((other) => (judge(actor, other) ? 'Y' : '-')).join(''));

test('[R20] nobody acts on their own rank or a higher one, but super administrators on each other', () => {
  expect(matrix(mayActOn)).toEqual(['----', 'Y---', 'YY--', 'YYYY']);
});

test('[R20] nobody gives anybody a rank that isn’t below their own', () => {
  expect(matrix(mayGrant)).toEqual(['----', 'Y---', 'YY--', 'YYYY']);
});

test('[R20] a higher rank’s decision isn’t undone', () => {
  expect(matrix(mayOverrule)).toEqual(['Y---', 'YY--', 'YYY-', 'YYYY']);
});

test('[R20] ranks follow from groups, from the two users that the contract names, and from being listed in a forum', () => {
  const rank = (userId: number, groupId: number, moderates = false) =>
    rankOf({ userId, groupId, moderates });
  expect([
    rank(5, 10),
    rank(5, 10, true),
    rank(5, 10_001, true),
    rank(10_001, 10),
    rank(5, 10_000),
    rank(10_000, 10_001),
  ]).toEqual([member, moderator, administrator, administrator, top, top]);
  expect([10, 20, 30, 10_001, 10_000].map(rankOfGroup)).toEqual([
    member,
    member,
    member,
    administrator,
    top,
  ]);
});
