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

const USAGE = `Mutation testing: changes a copy of the sources, one mutant at a time, and lists the mutants that no test detects.

  npm run mutants [-- --seed 26] [--count 60] [--files 12] [--seconds 240] [--resume] [--of FILE] [--only ID] [--list] [--out FILE]
  npm run mutants -- --compare OLD.json

  --seed     seed of the random selection of mutants
  --count    number of mutants, spread over folders and kinds
  --files    maximum number of related test files per mutant; runs the nearest first, until one fails
  --seconds  timeout per mutant, including a build of the site if a test needs it
  --resume   skips the mutants in the results file
  --of       only the mutants of this results file that still exist in the sources
  --only     only the mutants whose id contains this
  --list     prints the mutants without running them
  --out      the results file, default tests/mutants.json
  --compare  lists the mutants that an older file reports as detected and the current one does not; exit code 1 if there are any

Set the status "equivalent" and a "reason" in the file by hand if a mutant behaves like the source; later runs retain both.`;

const root = join(import.meta.dirname, '../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const describe = ({ id, line, before, after }: Mutant | Result): string =>
  `${id} (line ${line})\n    ${before} → ${after || 'nothing'}`;

function compare(oldFile: string, file: string): number {
  const [before, after] = [readResults(oldFile), readResults(file)];
  if (!before || !after) throw new Error(`${before ? file : oldFile} does not exist.`);
  const lost = findLost(before, after);
  for (const mutant of lost) say(describe(mutant));
  say(`${lost.length} mutants were detected before and are not now.`);
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
      ...(tests.length === 0 ? ['no test imports the file'] : []),
      ...(trial.isCutShort ? [`timeout after ${limits.seconds} s`] : []),
      ...trial.failing.map((one) => `${one} also fails without the mutant`),
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
  if (values.of !== undefined && !older) throw new Error(`${values.of} does not exist.`);
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
  say(`${results.size} mutants of seed ${seed}, ${unnoticed} of them undetected.`);
  return 0;
}

if (!printUsageIfAsked(USAGE)) process.exitCode = await main();
