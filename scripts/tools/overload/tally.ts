/* What came of the connections and calls of a pressure. */

export interface Tally {
  /** Connections that were opened, or calls that were sent. */
  sent: number;
  /** Answers by their status; `closed` are connections that ended without one. */
  outcomes: Record<string, number>;
  /** Milliseconds until each refusal. */
  refusalMs: number[];
  /** Of the refusals that may be tried again: those that don't say when. */
  withoutRetryAfter: number;
}

const TOO_LARGE = 413;
const TRY_AGAIN_STATUSES = [429, 503];

export const createTally = (): Tally => ({
  sent: 0,
  outcomes: {},
  refusalMs: [],
  withoutRetryAfter: 0,
});

export interface CountedAnswer {
  status: number;
  hasRetryAfter: boolean;
  milliseconds: number;
}

export function countOutcome(tally: Tally, outcome: string | number): void {
  tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
}

export function countAnswer(
  tally: Tally,
  { status, hasRetryAfter, milliseconds }: CountedAnswer,
): void {
  countOutcome(tally, status);
  const mayTryAgain = TRY_AGAIN_STATUSES.includes(status);
  if (mayTryAgain || status === TOO_LARGE) tally.refusalMs.push(milliseconds);
  if (mayTryAgain && !hasRetryAfter) tally.withoutRetryAfter++;
}
