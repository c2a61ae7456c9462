import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { inlineScripts } from '../scripts/build/inline-scripts.ts';
import { LongestFirst } from './support/longest-first.ts';

const root = new URL('..', import.meta.url).pathname;

/** Changes that later files in the same process would see. */
const CHANGES_PROCESS = /\bvi\.(mock|doMock|stubGlobal|resetModules)\(|\bcollectStatements\(/;

/**
 * Projects of one kind, with the time limit (ms) of a hung test, which a busy machine doesn't
 * reach. Files share a process and its loaded modules; files that change the process run alone.
 */
function projects(kind: string, testTimeout: number) {
  const files = readdirSync(`${root}tests/${kind}`)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/${kind}/${name}`);
  const isAlone = (file: string) => CHANGES_PROCESS.test(readFileSync(root + file, 'utf8'));
  const project = (name: string, include: string[], isolate: boolean) => ({
    plugins: [inlineScripts()],
    test: {
      name,
      include,
      isolate,
      environment: 'node' as const,
      setupFiles: ['tests/support/setup.ts'],
      testTimeout,
      // The first file may wait for the build and the demo community.
      hookTimeout: 300_000,
      expect: { poll: { timeout: 30_000 } },
    },
  });
  const alone = files.filter(isAlone);
  const shared = files.filter((file) => !alone.includes(file));
  return [
    project(kind, shared, false),
    ...(alone.length > 0 ? [project(`${kind}-alone`, alone, true)] : []),
  ];
}

/**
 * Islands in a DOM without a server. Each file has its own process, because islands store loaded
 * data in their modules. Stores are reset after each test.
 */
const component = {
  test: {
    name: 'component',
    include: ['tests/component/*.test.tsx'],
    environment: 'jsdom' as const,
    environmentOptions: { jsdom: { url: 'https://forum.example/zh/' } },
    css: true, // or a stylesheet's address is empty
    setupFiles: ['tests/support/component-setup.ts'],
    testTimeout: 60_000,
  },
};

export default defineConfig({
  root,
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    reporters: ['default', './tests/support/run-report.ts'],
    allowOnly: false,
    // With two workers, the processors would idle a quarter of the time while browsers draw and
    // servers answer.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
    sequence: { sequencer: LongestFirst },
    projects: [
      ...projects('unit', 60_000),
      ...projects('properties', 300_000),
      component,
      ...projects('api', 120_000),
      ...projects('guards', 300_000),
      ...projects('browser', 300_000),
    ],
  },
});
