import { defineConfig } from 'vitest/config';

/** Runs of one kind: its folder, how long a test may take (ms), how many files at once, and its place in the order. */
const project = (name: string, order: number, testTimeout: number, maxWorkers: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    environment: 'node',
    testTimeout,
    hookTimeout: 120_000, // the first file that asks may wait for the build and the demo community
    maxWorkers,
    sequence: { groupOrder: order },
  },
});

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    globalSetup: ['tests/support/global.ts'],
    reporters: ['default', './tests/support/reporter.ts'],
    allowOnly: false,
    // Two cores: browsers and servers of two files at once are as much as they bear without timing out.
    projects: [project('unit', 0, 10_000, 2), project('api', 1, 30_000, 2), project('guards', 2, 120_000, 2), project('browser', 3, 60_000, 2)],
  },
});
