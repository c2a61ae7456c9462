import type { CaptchaKind } from '#contracts/captcha-rules.ts';
import type { Puzzle, Solution, TrackPoint, WorkChallenge } from '#contracts/wire/captcha.ts';
import { call } from '../core/api.ts';

/* Solutions of the built-in captcha, sent as `validate`. Failures: `captcha` (wrong), `expired`. */

async function submitSolution(body: Solution): Promise<string> {
  return (await call('POST /v1/captcha/solve', { body, ignoresApiDown: true })).data.validate;
}

type WorkAnswer = NonNullable<Solution['work']>;

/** Guesses computed in parallel, one thread each. */
const MAX_PARALLEL_GUESSES = 4;

/** Solves a proof of work; undefined if `signal` aborts or the challenge expires. */
async function solveWork(
  challenge: WorkChallenge['challenge'],
  seconds: number,
  signal: AbortSignal,
): Promise<WorkAnswer | undefined> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return undefined;
    const parallelGuesses = Math.min(MAX_PARALLEL_GUESSES, navigator.hardwareConcurrency || 2);
    const solution = await Promise.race(
      Array.from({ length: parallelGuesses }, (_, counterStart) =>
        solveChallenge({
          challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'],
          deriveKey,
          controller,
          counterStart,
          counterStep: parallelGuesses,
          timeout: seconds * 1_000,
        }),
      ),
    );
    return solution && !signal.aborted
      ? { counter: solution.counter, derivedKey: solution.derivedKey }
      : undefined;
  } finally {
    controller.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** A proof of work that runs while the user moves the slider. */
export interface BackgroundWork {
  done: Promise<WorkAnswer | undefined>;
  stop(): void;
}

export function startBackgroundWork({
  challenge,
  expires_in,
}: Pick<Puzzle, 'challenge' | 'expires_in'>): BackgroundWork {
  const controller = new AbortController();
  const done = challenge
    ? solveWork(challenge, expires_in, controller.signal).catch(() => undefined)
    : Promise.resolve(undefined);
  return { done, stop: () => controller.abort() };
}

/** `x` (where the piece was dropped) is in the picture's units. Awaits the proof of work. */
export async function submitPuzzle(
  kind: CaptchaKind,
  id: string,
  x: number,
  track: TrackPoint[],
  backgroundWork: BackgroundWork,
): Promise<string> {
  const work = await backgroundWork.done;
  return submitSolution({ id, captcha_id: kind, x, track, ...(work ? { work } : {}) });
}

/** Uses the proof of work alone, which takes seconds. Undefined if `signal` aborts. */
export async function solveByWork(
  kind: CaptchaKind,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { data: work } = await call('GET /v1/captcha/work', {
    query: { captcha_id: kind },
    ignoresApiDown: true,
  });
  const done = await solveWork(work.challenge, work.expires_in, signal);
  if (signal.aborted) return undefined;
  return submitSolution({
    id: work.id,
    captcha_id: kind,
    work: done ?? { counter: 0, derivedKey: '' },
  });
}
