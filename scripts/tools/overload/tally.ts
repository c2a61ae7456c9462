/* Counts outcomes of connections and calls under pressure. */

export interface Tally {
  /** Opened connections, or sent calls. */
  sent: number;
  /** Responses by status; `closed`: connections without one. */
  outcomes: Record<string, number>;
  /** Milliseconds until each refusal. */
  refusalMs: number[];
  /** Retryable refusals without Retry-After. */
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
