import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import tests from '../../../tests/vitest.config.ts';

/** Runs files in the given order, which is by likelihood of noticing. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = (process.env.TEST_FILES ?? '').split(',');
    const place = ({ moduleId, project }: TestSpecification) =>
      named.indexOf(relative(project.config.root, moduleId));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

export default mergeConfig(tests, { test: { sequence: { sequencer: AsNamed } } });
