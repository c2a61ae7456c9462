import type { infer as Infer } from 'zod';
import type { CaptchaKind } from '#contracts/captcha.ts';
import type {
  Point,
  Puzzle,
  Solution,
  SolvedReplyWire,
  Work,
  WorkReplyWire,
} from '#contracts/wire/captcha.ts';
import { call } from './api.ts';

/*
 * Answers to our own captcha. Both give what is sent as `validate`, and throw Failure: `captcha`
 * wrong, `expired`.
 */

async function answer(body: Solution): Promise<string> {
  return (
    await call<Infer<typeof SolvedReplyWire>>('/v1/captcha/solve', {
      method: 'POST',
      body,
      aside: true,
    })
  ).data.validate;
}

type WorkAnswer = NonNullable<Solution['work']>;

/** Guesses at once: the browser computes each on a thread of its own, and the page stays quick. */
const SIDE_BY_SIDE = 4;

/**
 * Does a challenge's work in the background. Undefined when `stopped` says to stop, or when the
 * time was over.
 */
async function solveWork(
  challenge: Work['challenge'],
  seconds: number,
  stopped: AbortSignal,
): Promise<WorkAnswer | undefined> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const controller = new AbortController();
  const stop = () => controller.abort();
  stopped.addEventListener('abort', stop);
  try {
    if (stopped.aborted) return undefined;
    const side = Math.min(SIDE_BY_SIDE, navigator.hardwareConcurrency || 2);
    const found = await Promise.race(
      Array.from({ length: side }, (_, counterStart) =>
        solveChallenge({
          challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'],
          deriveKey,
          controller,
          counterStart,
          counterStep: side,
          timeout: seconds * 1_000,
        }),
      ),
    );
    return found && !stopped.aborted
      ? { counter: found.counter, derivedKey: found.derivedKey }
      : undefined;
  } finally {
    controller.abort();
    stopped.removeEventListener('abort', stop);
  }
}

/** Work that goes on while the person slides. */
export interface Beside {
  done: Promise<WorkAnswer | undefined>;
  stop(): void;
}

/** Begins the work that goes with a picture; none where the picture asks for none. */
export function workBeside({
  challenge,
  expires_in,
}: Pick<Puzzle, 'challenge' | 'expires_in'>): Beside {
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
export async function answerPuzzle(
  kind: CaptchaKind,
  id: string,
  x: number,
  track: Point[],
  beside: Beside,
): Promise<string> {
  const work = await beside.done;
  return answer({ id, captcha_id: kind, x, track, ...(work ? { work } : {}) });
}

/**
 * Has the browser work instead of the person: some seconds. Undefined when `stopped` says to stop.
 */
export async function workOut(
  kind: CaptchaKind,
  stopped: AbortSignal,
): Promise<string | undefined> {
  const { data: work } = await call<Infer<typeof WorkReplyWire>>('/v1/captcha/work', {
    query: { captcha_id: kind },
    aside: true,
  });
  const done = await solveWork(work.challenge, work.expires_in, stopped);
  if (stopped.aborted) return undefined;
  return answer({ id: work.id, captcha_id: kind, work: done ?? { counter: 0, derivedKey: '' } });
}
