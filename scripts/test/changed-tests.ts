import { spawnSync } from 'node:child_process';
import { readWeights } from '../../tests/support/longest-first.ts';
import { findRelatedTests, readTestGraph } from './related-tests.ts';

/** Total seconds of tests for a change, shared by the workers. */
const BUDGET_SECONDS = 95;
/** Part of it for the site's build. */
const BUILD_SECONDS = 25;
/** For a test file without a weight. */
const UNKNOWN_SECONDS = 10;

export interface ChosenTests {
  chosen: string[];
  /** Further ones, which exceed the budget. */
  left: string[];
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split('\n').filter(Boolean);
}

/** Files that differ from a revision, including untracked ones. */
export const findChangedFiles = (root: string, revision: string): string[] => [
  ...git(root, 'diff', '--name-only', revision),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
];

/**
 * The tests closest to these files, up to a minute and a half with the guards: all tests of a file
 * that everything imports would be nearly every test.
 */
export function chooseTests(root: string, changed: readonly string[]): ChosenTests {
  const weights = readWeights();
  const graph = readTestGraph(root);
  // Guards read sources; those that run tools take as long as all others.
  const guards = graph.tests.filter(
    (file) => file.startsWith('tests/guards/') && file !== 'tests/guards/tools.test.ts',
  );
  const chosen = new Set(guards);
  const left: string[] = [];
  let [seconds, isBuilt] = [0, false];
  const areStyles = changed.every((file) => file.endsWith('.css'));
  for (const { file, needsBuild, distance } of findRelatedTests(graph, changed)) {
    // Styles only affect browsers.
    if (chosen.has(file) || (areStyles && !file.startsWith('tests/browser/'))) continue;
    const more = (weights[file] ?? UNKNOWN_SECONDS) + (needsBuild && !isBuilt ? BUILD_SECONDS : 0);
    // A changed test always runs.
    if (distance > 0 && seconds + more > BUDGET_SECONDS) left.push(file);
    else {
      chosen.add(file);
      seconds += more;
      isBuilt ||= needsBuild;
    }
  }
  return { chosen: [...chosen], left };
}
