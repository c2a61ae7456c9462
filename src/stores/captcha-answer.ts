import type { infer as Infer } from 'zod';
import type { CaptchaKind } from '#contracts/captcha.ts';
import type { Point, Solution, SolvedReplyWire, WorkReplyWire } from '#contracts/wire/captcha.ts';
import { call } from './api.ts';

/* Answers to our own captcha. Both give what is sent as `validate`, and throw Failure: `captcha` wrong, `expired`. */

async function answer(body: Solution): Promise<string> {
  return (await call<Infer<typeof SolvedReplyWire>>('/v1/captcha/solve', { method: 'POST', body, aside: true })).data.validate;
}

/** `x` is where the piece was left, in the picture's units, and `track` the way there. */
export const answerPuzzle = (kind: CaptchaKind, id: string, x: number, track: Point[]): Promise<string> => answer({ id, captcha_id: kind, x, track });

/** Guesses at once: the browser computes each on a thread of its own. */
const SIDE_BY_SIDE = 4;

/** Has the browser work instead of the person: some seconds. Undefined when `stopped` says to stop. */
export async function workOut(kind: CaptchaKind, stopped: AbortSignal): Promise<string | undefined> {
  const [{ data: work }, { solveChallenge }, { deriveKey }] = await Promise.all([
    call<Infer<typeof WorkReplyWire>>('/v1/captcha/work', { query: { captcha_id: kind }, aside: true }),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const controller = new AbortController();
  const stop = () => controller.abort();
  stopped.addEventListener('abort', stop);
  try {
    if (stopped.aborted) return undefined;
    const challenge = work.challenge as Parameters<typeof solveChallenge>[0]['challenge'];
    const side = Math.min(SIDE_BY_SIDE, navigator.hardwareConcurrency || 2);
    const found = await Promise.race(Array.from({ length: side }, (_, counterStart) => solveChallenge({ challenge, deriveKey, controller, counterStart, counterStep: side, timeout: work.expires_in * 1_000 })));
    if (stopped.aborted) return undefined;
    return await answer({ id: work.id, captcha_id: kind, work: { counter: found?.counter ?? 0, derivedKey: found?.derivedKey ?? '' } });
  } finally {
    controller.abort();
    stopped.removeEventListener('abort', stop);
  }
}
