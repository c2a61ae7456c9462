import { expect, test } from 'vitest';
import { axisSteps } from '#islands/admin/dashboard/axis-steps.ts';

test.each([
  [4, [0, 2, 4]],
  [14, [0, 5, 10, 15]],
  [50, [0, 25, 50]],
  [125, [0, 50, 100, 150]],
])('[unit] the axis of a chart up to %i ends at or above it', (max, steps) => {
  expect(axisSteps(max)).toEqual(steps);
});
