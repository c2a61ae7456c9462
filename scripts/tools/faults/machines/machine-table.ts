import type { MachineRow } from '#views/about/reliability-report.ts';

/* Reports the outcome of faults of three machines, for people and as JSON. */

export interface MachineOutcome {
  fault: string;
  acknowledged: number;
  reads: number;
  lost: string[];
  doubled: string[];
  /** Pages that differ from the database, or in a cache from their file. */
  wrongPages: string[];
  readerErrors: string[];
  /** Replies that were refused for another reason than an outage, and what needed an operator. */
  problems: string[];
  /** Seconds. */
  longestGap: number;
  longestToFile: number;
  longestToEvent: number;
}

export interface MachinesReport {
  /** When it ended (ISO 8601). */
  at: string;
  rows: MachineRow[];
}

/** Goals in seconds; the counts' goal is 0. */
const GOALS = { longestGap: 30, longestToFile: 60, longestToEvent: 30 } as const;
const COUNTS = {
  lost: 'lost',
  doubled: 'duplicated',
  wrongPages: 'wrong pages',
  readerErrors: 'reader errors',
  problems: 'problems',
} as const;
type Count = keyof typeof COUNTS;
type Goal = keyof typeof GOALS;
const COUNT_NAMES = Object.keys(COUNTS) as Count[];
const GOAL_NAMES = Object.keys(GOALS) as Goal[];
const GOAL_HEADINGS: Record<Goal, string> = {
  longestGap: 'gap of writes',
  longestToFile: 'to file',
  longestToEvent: 'to event',
};
const MAX_EXAMPLES = 5;

/** Whether a fault lost or doubled something, or left wrong pages, however long it took. */
export const hasDamage = (outcomes: readonly MachineOutcome[]): boolean =>
  outcomes.some(
    ({ lost, doubled, wrongPages }) => lost.length + doubled.length + wrongPages.length > 0,
  );

export const meetsGoals = (outcomes: readonly MachineOutcome[]): boolean =>
  outcomes.every(
    (outcome) =>
      COUNT_NAMES.every((name) => outcome[name].length === 0) &&
      GOAL_NAMES.every((name) => outcome[name] <= GOALS[name]),
  );

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

export const reportMachines = (outcomes: readonly MachineOutcome[], at: Date): MachinesReport => ({
  at: at.toISOString(),
  rows: outcomes.map(({ fault, acknowledged, reads, ...outcome }) => ({
    fault,
    acknowledged,
    reads,
    wrong: COUNT_NAMES.reduce((sum, name) => sum + outcome[name].length, 0),
    longestGap: round(outcome.longestGap),
    longestToFile: round(outcome.longestToFile),
    longestToEvent: round(outcome.longestToEvent),
  })),
});

/** One line per fault. */
export const summarizeMachines = (outcome: MachineOutcome): string =>
  [
    `${outcome.acknowledged} acknowledged, ${outcome.reads} reads`,
    ...COUNT_NAMES.map((name) => `${COUNTS[name]} ${outcome[name].length}`),
    ...GOAL_NAMES.map((name) => `${GOAL_HEADINGS[name]} ${round(outcome[name])} s`),
  ].join(', ');

/** A line per fault, and its failures with examples. */
export const formatMachines = (outcomes: readonly MachineOutcome[]): string =>
  outcomes
    .flatMap((outcome) => [
      outcome.fault,
      `    ${summarizeMachines(outcome)}`,
      ...COUNT_NAMES.flatMap((name) =>
        outcome[name].slice(0, MAX_EXAMPLES).map((example) => `    ${COUNTS[name]}: ${example}`),
      ),
    ])
    .join('\n');
