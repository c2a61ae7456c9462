import { expect, test } from 'vitest';
import { filesBelow, textOf } from './sources.ts';

test('[guard] tests name the people of the demo by their roles, not by their ids', () => {
  // Ids of users follow the order of a list. 10000 and 10001 are also ids of groups, and sizes.
  const numbers = filesBelow('tests')
    .filter((path) => /\.tsx?$/.test(path) && path !== 'tests/guards/people.test.ts')
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((text, index) =>
          [...text.matchAll(/(?<![\d.\w])10_?0(?:0[2-9]|[1-5]\d|6[01])(?![\d_])/g)].map(
            ([number]) => `${path}:${index + 1}: ${number}`,
          ),
        ),
    );
  expect(numbers).toEqual([]);
});
