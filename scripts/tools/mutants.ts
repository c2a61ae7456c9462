import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureNginx } from '../../tests/support/nginx.ts';
import { printUsageIfAsked } from '../cli/usage.ts';
import { ensureHeadlessChromium } from '../install/chromium.ts';
import { findRelatedTests, readTestGraph } from '../test/related-tests.ts';
import { chooseFromSources, findInSources } from './mutants/choose-mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { findLost, type Result, readResults, writeResults } from './mutants/results.ts';
import { openWorkshop, type Workshop } from './mutants/workshop.ts';

const USAGE = `Puts small mistakes into a copy of the sources, one at a time, and tells which of them no test notices.

  npm run mutants [-- --seed 26] [--count 60] [--files 12] [--seconds 240] [--resume] [--of FILE] [--only ID] [--list] [--out FILE]
  npm run mutants -- --compare OLD.json

  --seed     of the chance that chooses the mutants
  --count    how many of them, spread over folders and kinds
  --files    of each mutant's related tests at most so many are run, nearest first, until one fails
  --seconds  the time for each mutant, with the build of the site where a test needs it
  --resume   leaves out what the file of results has already
  --of       the mutants of this file of results, as far as the sources still have them, and no others
  --only     the one mutant with this id, or those of which it is a part
  --list     prints the mutants and tries none
  --out      the file of results, tests/mutants.json
  --compare  prints which mutants were noticed in an older file and aren't any more; exit code 1 when there are some

A mutant that does the same as the source is given the status "equivalent" and a "reason" in the file, by hand: both stay.`;

const root = join(import.meta.dirname, '../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const describe = ({ id, line, before, after }: Mutant | Result): string =>
  `${id} (line ${line})\n    ${before} → ${after || 'nothing'}`;

function compare(oldFile: string, file: string): number {
  const [before, after] = [readResults(oldFile), readResults(file)];
  if (!before || !after) throw new Error(`There is no ${before ? file : oldFile}.`);
  const lost = findLost(before, after);
  for (const mutant of lost) say(describe(mutant));
  say(`${lost.length} mutants were noticed and aren’t any more.`);
  return lost.length > 0 ? 1 : 0;
}

interface TrialLimits {
  files: number;
  seconds: number;
}

async function tryAll(
  mutants: readonly Mutant[],
  workshop: Workshop,
  limits: TrialLimits,
  onResult: (result: Result) => void,
): Promise<void> {
  const graph = readTestGraph(root);
  for (const mutant of mutants) {
    const { id, file, line, kind, before, after } = mutant;
    const tests = findRelatedTests(graph, [file]).slice(0, limits.files);
    const began = performance.now();
    const trial = await workshop.tryMutant(mutant, tests, limits.seconds);
    const { noticedBy } = trial;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const reasons = [
      ...(tests.length === 0 ? ['no test reaches the file'] : []),
      ...(trial.isCutShort ? [`not all tests had run after ${limits.seconds} s`] : []),
      ...trial.failing.map((one) => `${one} fails without it too`),
    ];
    onResult({
      ...{ id, file, line, kind, before, after },
      status: noticedBy === undefined ? 'unnoticed' : 'noticed',
      ...(noticedBy === undefined ? {} : { by: noticedBy }),
      ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
      seconds,
    });
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '26' },
      count: { type: 'string', default: '60' },
      files: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '240' },
      resume: { type: 'boolean', default: false },
      of: { type: 'string' },
      only: { type: 'string' },
      list: { type: 'boolean', default: false },
      out: { type: 'string', default: join(root, 'tests/mutants.json') },
      compare: { type: 'string' },
    },
  });
  if (values.compare !== undefined) return compare(values.compare, values.out);
  const [seed, count] = [Number(values.seed), Number(values.count)];
  const older = values.of === undefined ? undefined : readResults(values.of);
  if (values.of !== undefined && !older) throw new Error(`There is no ${values.of}.`);
  const chosen = older
    ? findInSources(root, new Set(older.mutants.map(({ id }) => id)))
    : chooseFromSources(root, seed, count);
  const mutants = chosen.filter(({ id }) => id.includes(values.only ?? ''));
  if (values.list) {
    for (const mutant of mutants) say(describe(mutant));
    return 0;
  }
  const known = new Map(readResults(values.out)?.mutants.map((one) => [one.id, one]));
  const hasResult = ({ id }: Mutant) =>
    known.get(id)?.status === 'equivalent' || (values.resume && known.has(id));
  const toTry = mutants.filter((mutant) => !hasResult(mutant));
  // mutants that aren't tried again keep their result while they are chosen
  const results = new Map(
    chosen
      .filter((mutant) => !toTry.includes(mutant))
      .flatMap(({ id }) => {
        const result = known.get(id);
        return result ? [[id, result] as const] : [];
      }),
  );
  // as in npm test
  ensureHeadlessChromium();
  ensureNginx();
  const workshop = openWorkshop(root);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void workshop.close().finally(() => process.exit(130)));
  const limits = { files: Number(values.files), seconds: Number(values.seconds) };
  try {
    await tryAll(toTry, workshop, limits, (result) => {
      results.set(result.id, result);
      writeResults(values.out, { seed, count, mutants: [...results.values()] });
      say(
        `${result.status.padEnd(9)} ${String(result.seconds).padStart(4)} s  ${describe(result)}`,
      );
      say(`    ${result.by ?? result.reason ?? 'all related tests pass'}`);
    });
  } finally {
    await workshop.close();
  }
  const unnoticed = [...results.values()].filter(({ status }) => status === 'unnoticed').length;
  say(`${results.size} mutants of seed ${seed}, ${unnoticed} of them unnoticed.`);
  return 0;
}

if (!printUsageIfAsked(USAGE)) process.exitCode = await main();
