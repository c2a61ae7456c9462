import { spawnSync } from 'node:child_process';
import { readWeights } from '../../tests/support/longest-first.ts';
import { findRelatedTests, readTestGraph } from './related-tests.ts';

/** Seconds of tests that a change is tried with; the workers share them. */
const BUDGET_SECONDS = 95;
/** Seconds that the build of the site takes from it. */
const BUILD_SECONDS = 25;
/** Seconds of a test file that has no weight yet. */
const UNKNOWN_SECONDS = 10;

export interface ChosenTests {
  chosen: string[];
  /** Those that are further away and didn't fit. */
  left: string[];
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split('\n').filter(Boolean);
}

/** Files that differ from a revision, with those that git doesn't know yet. */
export const findChangedFiles = (root: string, revision: string): string[] => [
  ...git(root, 'diff', '--name-only', revision),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
];

/**
 * The tests that are nearest to these files, as many as take a minute and a half with the guards:
 * those of a file that everything imports would be nearly all.
 */
export function chooseTests(root: string, changed: readonly string[]): ChosenTests {
  const weights = readWeights();
  const graph = readTestGraph(root);
  // Guards read the sources; their tools take as long as the other guards together.
  const guards = graph.tests.filter(
    (file) => file.startsWith('tests/guards/') && file !== 'tests/guards/tools.test.ts',
  );
  const chosen = new Set(guards);
  const left: string[] = [];
  let [seconds, isBuilt] = [0, false];
  const areStyles = changed.every((file) => file.endsWith('.css'));
  for (const { file, needsBuild, distance } of findRelatedTests(graph, changed)) {
    // Nothing but a browser sees styles.
    if (chosen.has(file) || (areStyles && !file.startsWith('tests/browser/'))) continue;
    const more = (weights[file] ?? UNKNOWN_SECONDS) + (needsBuild && !isBuilt ? BUILD_SECONDS : 0);
    // A changed test is run whatever it takes.
    if (distance > 0 && seconds + more > BUDGET_SECONDS) left.push(file);
    else {
      chosen.add(file);
      seconds += more;
      isBuilt ||= needsBuild;
    }
  }
  return { chosen: [...chosen], left };
}
