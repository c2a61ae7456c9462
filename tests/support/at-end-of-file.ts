/*
 * What a test file leaves is ended after its last test, whoever made it and when: Vitest takes
 * hooks only while a file is loaded, and files of one worker share the modules of support/.
 */

const works: (() => unknown)[] = [];

/** Has work done at some end. */
export type AtEnd = (work: () => unknown) => void;

/** Does this work at the end of the test file, what was asked for last first. */
export const atEndOfFile: AtEnd = (work) => void works.push(work);

/** For what all files of a worker share: what ends the run ends it (scripts/test/test-run.ts). */
export const leftToTheRun: AtEnd = () => {};

/** For setup.ts. Throws the first error once all is done. */
export async function runWorksAtEndOfFile(): Promise<void> {
  const errors: unknown[] = [];
  for (let work = works.pop(); work; work = works.pop())
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
