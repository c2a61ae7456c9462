import type { FaultRow } from '#views/about/reliability-report.ts';
import type { Damage } from './find-damage.ts';

/* Reports the outcome of faults, for people and as JSON. */

export interface FaultOutcome extends Damage {
  fault: string;
  /** Successful calls during the fault, which must not be lost. */
  acknowledged: number;
  /** Refused or unanswered calls: allowed, and known to the caller. */
  refused: number;
  /** Readers' responses from nginx that weren't complete pages. */
  readerErrors: string[];
  reads: number;
  /** Readers' connections that the cache in front refused: not the forum's errors. */
  refusedByEdge: number;
  /** Manual repairs. */
  hands: string[];
  /** Seconds from the fault's end to a healthy state with an acknowledged write. */
  recoveredAfter: number;
}

export interface FaultsReport {
  /** When it ended (ISO 8601). */
  at: string;
  rows: FaultRow[];
}

/** Counts that must be 0, with column headings. */
const FAILURE_COLUMNS = {
  lost: 'lost',
  doubled: 'duplicated',
  reappeared: 'reappeared',
  differ: 'wrong pages',
  stray: 'stray files',
  readerErrors: 'reader errors',
  hands: 'manual steps',
} as const;
type Kind = keyof typeof FAILURE_COLUMNS;
const FAILURE_KINDS = Object.keys(FAILURE_COLUMNS) as Kind[];
const MAX_EXAMPLES = 5;

export const isClean = (outcomes: readonly FaultOutcome[]): boolean =>
  outcomes.every((outcome) => FAILURE_KINDS.every((kind) => outcome[kind].length === 0));

/** One row per fault, with the worst time of its repetitions. */
export function reportFaults(outcomes: readonly FaultOutcome[], at: Date): FaultsReport {
  const rows = new Map<string, FaultRow>();
  for (const outcome of outcomes) {
    const { fault, acknowledged, refused, reads, recoveredAfter } = outcome;
    const former = rows.get(fault);
    rows.set(fault, {
      fault,
      acknowledged: acknowledged + (former?.acknowledged ?? 0),
      refused: refused + (former?.refused ?? 0),
      reads: reads + (former?.reads ?? 0),
      recoveredAfter: Math.max(Math.round(recoveredAfter * 10) / 10, former?.recoveredAfter ?? 0),
      wrong:
        FAILURE_KINDS.reduce((sum, kind) => sum + outcome[kind].length, 0) + (former?.wrong ?? 0),
    });
  }
  return { at: at.toISOString(), rows: [...rows.values()] };
}

/** One line per fault; requests that the cache in front refused don't count. */
export function summarize(one: FaultOutcome): string {
  const counts = [
    `${one.acknowledged} acknowledged`,
    `${one.refused} refused`,
    ...(one.refusedByEdge > 0 ? [`${one.refusedByEdge} refused by Varnish`] : []),
    `recovered after ${one.recoveredAfter.toFixed(1)} s`,
  ];
  const failures = FAILURE_KINDS.map((kind) => `${FAILURE_COLUMNS[kind]} ${one[kind].length}`);
  return `${counts.join(', ')}; ${failures.join(', ')}`;
}

/** A row per fault, a sum, and below the errors with examples. */
export function formatTable(outcomes: readonly FaultOutcome[]): string {
  const heads = [
    'fault',
    'acknowledged',
    'refused',
    'reads',
    'recovered after',
    ...FAILURE_KINDS.map((kind) => FAILURE_COLUMNS[kind]),
  ];
  const rowOf = (one: FaultOutcome) => [
    one.fault,
    one.acknowledged,
    one.refused,
    one.reads,
    `${one.recoveredAfter.toFixed(1)} s`,
    ...FAILURE_KINDS.map((kind) => one[kind].length),
  ];
  const sum = (count: (one: FaultOutcome) => number) =>
    outcomes.reduce((total, one) => total + count(one), 0);
  const sums = [
    'all',
    sum(({ acknowledged }) => acknowledged),
    sum(({ refused }) => refused),
    sum(({ reads }) => reads),
    '',
    ...FAILURE_KINDS.map((kind) => sum((one) => one[kind].length)),
  ];
  const rows = [heads, ...outcomes.map(rowOf), sums].map((row) => row.map(String));
  const widths = heads.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] as string).length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0
          ? cell.padEnd(widths[column] as number)
          : cell.padStart(widths[column] as number),
      )
      .join('  '),
  );
  const details = outcomes.flatMap((outcome) =>
    FAILURE_KINDS.filter((kind) => outcome[kind].length > 0).map((kind) =>
      [
        `${outcome.fault}, ${FAILURE_COLUMNS[kind]} ${outcome[kind].length}:`,
        ...outcome[kind].slice(0, MAX_EXAMPLES).map((example) => `    ${example}`),
      ].join('\n'),
    ),
  );
  return [...lines, '', ...details].join('\n');
}
