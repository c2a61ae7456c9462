import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds that each test file took, written by `npm test -- --weigh`. */
export const WEIGHTS_FILE = new URL('../weights.json', import.meta.url);

export const readWeights = (): Record<string, number> =>
  JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8'));

/**
 * Groups the files by project, because these share their processes. The longest project and the
 * longest files come first: otherwise one worker ends with a long file while the others are idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weights = readWeights();
    const sorted = Object.values(weights).toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const weigh = ({ moduleId, project }: TestSpecification): number =>
      weights[relative(project.config.root, moduleId)] ?? median;
    const totals = new Map<string, number>();
    for (const file of files)
      totals.set(file.project.name, (totals.get(file.project.name) ?? 0) + weigh(file));
    const totalOf = (file: TestSpecification) => totals.get(file.project.name) ?? 0;
    return [...files].sort(
      (a, b) =>
        totalOf(b) - totalOf(a) ||
        a.project.name.localeCompare(b.project.name) ||
        weigh(b) - weigh(a),
    );
  }
}
