import type { Outcome } from './run.ts';

/* What a run of faults found, for people. */

/** What must be 0, with the heads of its columns. */
const MUST_BE_NONE = {
  lost: 'lost',
  doubled: 'doubled',
  returned: 'came back',
  differ: 'differ',
  stray: 'stray files',
  readerErrors: 'reader errors',
  hands: 'by hand',
} as const;
type Kind = keyof typeof MUST_BE_NONE;
const KINDS = Object.keys(MUST_BE_NONE) as Kind[];
const EXAMPLES = 5;

export const isClean = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every((outcome) => KINDS.every((kind) => outcome[kind].length === 0));

/** What one fault did, in a line. */
export const summary = (one: Outcome): string =>
  `${one.acknowledged} acknowledged, ${one.refused} refused, whole after ${one.recoveredAfter.toFixed(1)} s; ${KINDS.map((kind) => `${MUST_BE_NONE[kind]} ${one[kind].length}`).join(', ')}`;

/** One row for each fault and one of sums; below it what was found, with examples. */
export function table(outcomes: readonly Outcome[]): string {
  const heads = [
    'fault',
    'acknowledged',
    'refused',
    'reads',
    'whole after',
    ...KINDS.map((kind) => MUST_BE_NONE[kind]),
  ];
  const rowOf = (one: Outcome) => [
    one.fault,
    one.acknowledged,
    one.refused,
    one.reads,
    `${one.recoveredAfter.toFixed(1)} s`,
    ...KINDS.map((kind) => one[kind].length),
  ];
  const sum = (count: (one: Outcome) => number) =>
    outcomes.reduce((total, one) => total + count(one), 0);
  const sums = [
    'all',
    sum((one) => one.acknowledged),
    sum((one) => one.refused),
    sum((one) => one.reads),
    '',
    ...KINDS.map((kind) => sum((one) => one[kind].length)),
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
  const found = outcomes.flatMap((one) =>
    KINDS.filter((kind) => one[kind].length > 0).map((kind) =>
      [
        `${one.fault}, ${MUST_BE_NONE[kind]} ${one[kind].length}:`,
        ...one[kind].slice(0, EXAMPLES).map((example) => `    ${example}`),
      ].join('\n'),
    ),
  );
  return [...lines, '', ...found].join('\n');
}
