/* A figure of the product: its value, limit and verdict. */

export interface Figure {
  figure: string;
  /** For people. */
  measured: string;
  target: string;
  ok: boolean;
  /** For JSON. */
  values: Record<string, number>;
  /** Rounds of values that are medians. */
  rounds?: Record<string, readonly number[]>;
  note?: string;
}

export interface FigureInput {
  figure: string;
  unit?: string;
  /** Names of values in output order, with their limits. */
  limits: Record<string, { atLeast?: number; atMost?: number }>;
  /** Factor of time limits on a slower machine than the reference. */
  scale?: number;
  values: Record<string, number>;
  rounds?: Record<string, readonly number[]>;
  note?: string | undefined;
}

export const formatShort = (value: number): string =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));

export function judgeFigure({
  figure,
  unit = '',
  limits: unscaledLimits,
  scale = 1,
  values,
  rounds,
  note,
}: FigureInput): Figure {
  const limits = Object.fromEntries(
    Object.entries(unscaledLimits).map(([name, { atLeast, atMost }]) => [
      name,
      {
        ...(atLeast === undefined ? {} : { atLeast: atLeast * scale }),
        ...(atMost === undefined ? {} : { atMost: atMost * scale }),
      },
    ]),
  );
  const names = Object.keys(limits);
  const reached = names.map((name) => {
    const { atLeast = -Infinity, atMost = Infinity } = limits[name] as {
      atLeast?: number;
      atMost?: number;
    };
    const value = values[name] as number;
    return value >= atLeast && value <= atMost;
  });
  const space = unit && unit !== '%' ? ' ' : '';
  return {
    figure,
    measured: names.map((name) => formatShort(values[name] as number)).join(' / ') + space + unit,
    target:
      names
        .map((name) => {
          const { atLeast, atMost } = limits[name] as { atLeast?: number; atMost?: number };
          return atLeast === undefined
            ? `≤ ${formatShort(atMost as number)}`
            : `≥ ${formatShort(atLeast)}`;
        })
        .join(' / ') +
      space +
      unit,
    ok: reached.every(Boolean),
    values,
    ...(rounds ? { rounds } : {}),
    ...(note ? { note } : {}),
  };
}

/** The smallest value that at least `share` (0…1) of the values don't exceed. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[
    Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  ] as number;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** A figure that can't be measured here, with advice. */
export class Unmeasurable extends Error {
  override name = 'Unmeasurable';
}

const displayWidth = (text: string): number =>
  [...text].reduce((sum, one) => sum + (/[\u2e80-\uffef]/u.test(one) ? 2 : 1), 0);

export function formatTable(rows: readonly Figure[]): string {
  const cells = [
    ['figure', 'measured', 'target', ''],
    ...rows.map((row) => [row.figure, row.measured, row.target, row.ok ? 'ok' : 'off']),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...cells.map((row) => displayWidth(row[column] as string))),
  );
  const lines = cells.map((row) =>
    row
      .map(
        (cell, column) =>
          cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))),
      )
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.filter((row) => row.note).map((row) => `  ${row.figure}: ${row.note}`);
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}
