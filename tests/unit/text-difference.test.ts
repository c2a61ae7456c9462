import { expect, test } from 'vitest';
import { findTextDifference } from '#publish/audit/compare-pages.ts';

test('[ops] the comparison of a page with the database shows the first difference, on one line', () => {
  expect(findTextDifference('same', 'same')).toBeUndefined();
  const [before, after] = ['a'.repeat(200), 'b'.repeat(200)];
  expect(
    findTextDifference(`${before}<p>\n1 reply</p>${after}`, `${before}<p>\n2 replies</p>${after}`),
  ).toEqual({
    former: `${'a'.repeat(56)}<p> 1 reply</p>${'b'.repeat(89)}`,
    now: `${'a'.repeat(56)}<p> 2 replies</p>${'b'.repeat(87)}`,
  });
  expect(findTextDifference('it goes on', 'it goes')).toEqual({
    former: 'it goes on',
    now: 'it goes',
  });
});
