const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;
type Unit = keyof typeof UNIT_MS;

/** Milliseconds of a period such as 90s, 30m, 12h or 1d; undefined if it is invalid. */
export function parsePeriod(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,8})([smhd])$/.exec(text.trim()) ?? [];
  return unit ? Number(count) * UNIT_MS[unit as Unit] : undefined;
}

/** A period in the largest unit that divides it. */
export function formatPeriod(ms: number): string {
  const units = Object.keys(UNIT_MS) as Unit[];
  const unit = units.find((one) => ms % UNIT_MS[one] === 0) ?? 's';
  return `${ms / UNIT_MS[unit]}${unit}`;
}
