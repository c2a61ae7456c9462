import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ReliabilityReport } from '#views/about/reliability-report.ts';
import { hasReliabilityName } from '#views/about/reliability-texts.ts';
import { printUsageIfAsked } from '../cli/usage.ts';
import { writeJson } from '../cli/write-json.ts';
import type { BenchReport } from './bench/compare.ts';
import type { MachinesReport } from './faults/machines/machine-table.ts';
import type { FaultsReport } from './faults/outcome-table.ts';

const USAGE = `Creates the data of /about/reliability from the results of faults and bench.

  npm run faults -- --out .data/faults.json
  npm run faults -- --machines --out .data/machines.json
  npm run bench -- --out .data/bench.json
  npm run reliability [-- --faults .data/faults.json] [--machines .data/machines.json] [--bench .data/bench.json]`;

const PAGE_FILE = new URL('../../src/views/about/reliability.json', import.meta.url);

const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8'));

/** "20 / 2 / 6 kB, kB, requests" as "20 kB / 2 kB / 6": the name says what is counted. */
function pairUnits(measured: string): string {
  const [, values, units] = /^([\d.]+(?: \/ [\d.]+)+) (\w+(?:, \w+)+)$/.exec(measured) ?? [];
  if (values === undefined || units === undefined) return measured;
  const names = units.split(', ').map((unit) => (unit === 'requests' ? '' : ` ${unit}`));
  return values
    .split(' / ')
    .map((value, index) => value + (names[index] ?? ''))
    .join(' / ');
}

function main(): void {
  const { values } = parseArgs({
    options: {
      faults: { type: 'string', default: '.data/faults.json' },
      machines: { type: 'string', default: '.data/machines.json' },
      bench: { type: 'string', default: '.data/bench.json' },
    },
  });
  const faults = readJson<FaultsReport>(values.faults);
  const bench = readJson<BenchReport>(values.bench);
  const report: ReliabilityReport = {
    version: readJson<{ version: string }>('package.json').version,
    faults,
    machines: readJson<MachinesReport>(values.machines),
    bench: {
      at: bench.at,
      cores: bench.machine.cores,
      gigabytes: Math.round(bench.machine.memory / 2 ** 30),
      ...bench.size,
      rows: bench.figures
        .filter(({ figure }) => hasReliabilityName(figure))
        .map(({ figure, measured }) => ({ figure, measured: pairUnits(measured) })),
    },
  };
  writeJson(fileURLToPath(PAGE_FILE), report);
}

if (!printUsageIfAsked(USAGE)) main();
