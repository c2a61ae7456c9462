import { defineConfig } from 'vitest/config';
import { inlineScripts } from '../scripts/build/inline-scripts.ts';

/** Runs of one kind: its folder, and how long a test may take (ms). */
const project = (name: string, testTimeout: number) => ({
  plugins: [inlineScripts()],
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    environment: 'node',
    testTimeout,
    hookTimeout: 120_000, // the first file that asks may wait for the build and the demo community
  },
});

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    reporters: ['default', './tests/support/summary-reporter.ts'],
    allowOnly: false,
    // Two cores: browsers and servers of two files at once are as much as they bear without timing
    // out.
    maxWorkers: 2,
    projects: [
      project('unit', 10_000),
      project('properties', 120_000),
      project('api', 30_000),
      project('guards', 120_000),
      project('browser', 60_000),
    ],
  },
});
