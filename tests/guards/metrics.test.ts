import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '../../src/server/database-figures.ts';
import '#platform/shared-slots.ts';
import { createLog } from '#platform/log.ts';
import { measureThread, metrics } from '#platform/metrics.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

measureThread('main', createLog('silent'));
/** Our own instruments in the registry. */
const instruments = (
  metrics.getMetricsAsArray() as unknown as {
    name: string;
    help: string;
    labelNames: readonly string[];
  }[]
)
  .filter(({ name }) => name.startsWith('forum_'))
  .map((one) => ({ ...one, kind: one.constructor.name.toLowerCase() }));

test('[guard] the table of figures equals the code’s metrics', () => {
  const rows = instruments
    .map(({ name, help, labelNames, kind }) => {
      const labels = labelNames.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${kind} | ${labels} | ${help} |`;
    })
    .sort();
  const [, table = ''] = read('scripts/deploy/prometheus/README.md').split('|---|---|---|---|\n');
  expect(table.trim().split('\n')).toEqual(rows);
});

test('[guard] alerts and the dashboard ask for figures that there are', () => {
  const known = new Set(
    instruments.flatMap(({ name, kind }) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const asked = ['alerts.yml', 'dashboard.json'].flatMap((file) =>
    Array.from(
      read(`scripts/deploy/prometheus/${file}`).matchAll(/\bforum_\w+/g),
      ([name]) => name,
    ),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});
