import type { infer as Infer } from 'zod';
import type { CaptchaKind } from '#contracts/captcha-rules.ts';
import type {
  Puzzle,
  Solution,
  SolvedReplyWire,
  TrackPoint,
  WorkChallenge,
  WorkReplyWire,
} from '#contracts/wire/captcha.ts';
import { call } from '../client/api.ts';

/*
 * Answers to our own captcha. Both give what is sent as `validate`, and throw Failure: `captcha`
 * wrong, `expired`.
 */

async function submitSolution(body: Solution): Promise<string> {
  return (
    await call<Infer<typeof SolvedReplyWire>>('/v1/captcha/solve', {
      method: 'POST',
      body,
      ignoresApiDown: true,
    })
  ).data.validate;
}

type WorkAnswer = NonNullable<Solution['work']>;

/** Guesses at once: the browser computes each on a thread of its own, and the page stays quick. */
const MAX_PARALLEL_GUESSES = 4;

/**
 * Does a challenge's work in the background. Undefined when `stopped` says to stop, or when the
 * time was over.
 */
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

/** Work that goes on while the person slides. */
export interface BackgroundWork {
  done: Promise<WorkAnswer | undefined>;
  stop(): void;
}

/** Begins the work that goes with a picture; none where the picture asks for none. */
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

/**
 * `x` is where the piece was left, in the picture's units, and `track` the way there. Waits for the
 * work beside it.
 */
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

/**
 * Has the browser work instead of the person: some seconds. Undefined when `stopped` says to stop.
 */
export async function solveByWork(
  kind: CaptchaKind,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { data: work } = await call<Infer<typeof WorkReplyWire>>('/v1/captcha/work', {
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
