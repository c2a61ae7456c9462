/*
 * Cleanup after the last test of a file. Vitest accepts hooks only while a file is loaded, and the
 * files of a worker share the modules of support/.
 */

const works: (() => unknown)[] = [];

/** Registers cleanup work. */
export type AtEnd = (work: () => unknown) => void;

/** Registers work for the end of the test file; the last registered work runs first. */
export const atEndOfFile: AtEnd = (work) => void works.push(work);

/**
 * For resources that files of a worker share: the run's end stops them (scripts/test/test-run.ts).
 */
export const cleanedUpByRun: AtEnd = () => {};

/** For setup.ts. Runs all registered work, then throws its first error. */
export async function runFileCleanups(): Promise<void> {
  const errors: unknown[] = [];
  for (let work = works.pop(); work; work = works.pop())
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
