import { expect, test } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import { reliabilityReport } from '#views/about/reliability-report.ts';
import { reliabilityName } from '#views/about/reliability-texts.ts';
import type { ForumUnderTest } from '../../scripts/tools/faults/forum-under-test.ts';
import { injections } from '../../scripts/tools/faults/injections.ts';
import { LONG, machineFaults } from '../../scripts/tools/faults/machines/machine-faults.ts';
import { type FaultOutcome, reportFaults } from '../../scripts/tools/faults/outcome-table.ts';

test('[R38] the page of reliability names each fault and figure in both languages, with its numbers', () => {
  const forum = {
    ownDatabase: true,
    bucket: {},
    pagesDisk: {},
    dataDisk: {},
    provider: {},
    varnish: {},
  } as ForumUnderTest;
  const faults = injections(forum, { lockSeconds: 15, briefSeconds: 3 }).map(({ name }) => name);
  expect(faults.length).toBeGreaterThan(20);
  const ofMachines = machineFaults(LONG).map(({ name }) => name);
  const { faults: measured, machines } = reliabilityReport;
  const shown = [...measured.rows, ...machines.rows, ...reliabilityReport.bench.rows].map((row) =>
    'fault' in row ? row.fault : row.figure,
  );
  for (const lang of LANGS)
    for (const raw of [...faults, ...ofMachines, ...shown]) {
      const name = reliabilityName(raw, lang);
      expect(name).not.toContain('#');
      expect(name.match(/\d[\d,.]*/g), raw).toEqual(raw.match(/\d[\d,.]*/g));
    }
  expect(() => reliabilityName('a fault that nobody named', 'en')).toThrow('has no name');
});

test('[R38] the page of reliability shows each fault of three machines once, with writes and reads', () => {
  const { rows } = reliabilityReport.machines;
  const names = rows.map(({ fault }) => fault);
  expect(names.length).toBeGreaterThan(8);
  expect(machineFaults(LONG).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(new Set(names).size).toBe(names.length);
  expect(rows.every(({ acknowledged, reads }) => acknowledged > 0 && reads > 0)).toBe(true);
});

test('[R38] the page of reliability shows a whole run of faults, and figures of the bench', () => {
  const { faults, bench } = reliabilityReport;
  expect(faults.rows.length).toBeGreaterThan(15);
  expect(faults.rows.filter(({ reads }) => reads > 0).length).toBeGreaterThan(15);
  expect(bench.rows.length).toBeGreaterThan(5);
});

test('[unit] faults that were injected several times are one row, with their sums and their worst time', () => {
  const outcome = (fault: string, recoveredAfter: number, lost: string[]): FaultOutcome => ({
    fault,
    recoveredAfter,
    lost,
    acknowledged: 5,
    refused: 1,
    reads: 40,
    refusedByEdge: 0,
    readerErrors: [],
    hands: [],
    doubled: [],
    reappeared: [],
    differ: [],
    stray: [],
  });
  const at = new Date('2026-11-26T12:00:00Z');
  expect(
    reportFaults(
      [outcome('one', 1.04, []), outcome('two', 0.5, ['reply 7']), outcome('one', 0.2, [])],
      at,
    ),
  ).toEqual({
    at: '2026-11-26T12:00:00.000Z',
    rows: [
      { fault: 'one', acknowledged: 10, refused: 2, reads: 80, recoveredAfter: 1, wrong: 0 },
      { fault: 'two', acknowledged: 5, refused: 1, reads: 40, recoveredAfter: 0.5, wrong: 1 },
    ],
  });
});
