import { issueProofOfWork, issuePuzzle, solveChallenge } from '#captcha/challenge.ts';
import { AppError } from '#contracts/errors.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { getDifficulty, recordCaptchaFailure } from '../../http/middleware/captcha-failures.ts';
import { getCaptchaOwner } from '../../http/middleware/require-captcha.ts';

/* The captcha (R32): its kind, and pictures, work and solutions of our own. */

/** Whether browsers have crypto.subtle: on https and on the local machine. */
const canProveWork = ({ secure, loopback }: { secure: boolean; loopback: boolean }): boolean =>
  secure || loopback;

/** The owner of a challenge. Throws notFound if another captcha is in use. */
function getChallengeOwner<Kind>(c: ApiContext, kind: Kind): { kind: Kind; owner: string } {
  if (c.var.deps.captcha?.provider !== 'builtin') throw new AppError('notFound');
  c.header('cache-control', 'no-store');
  return { kind, owner: getCaptchaOwner(c) };
}

export const captchaRoutes = answerCalls({
  'GET /v1/captcha/config': (c) => {
    const provider = c.var.deps.captcha;
    const data = provider
      ? { provider: provider.provider, ...provider.ids, servers: [...provider.servers] }
      : { provider: 'none' as const, popup: '', bound: '', servers: [] };
    c.header('cache-control', 'public, max-age=60');
    return data;
  },

  'GET /v1/captcha': async (c, { db, query: { captcha_id } }) =>
    issuePuzzle(
      db,
      getChallengeOwner(c, captcha_id),
      canProveWork(c.var.deps.env) ? await getDifficulty(c) : undefined,
    ),

  'GET /v1/captcha/work': async (c, { query: { captcha_id } }) =>
    issueProofOfWork(c.var.deps.db, getChallengeOwner(c, captcha_id), await getDifficulty(c)),

  'POST /v1/captcha/solve': async (c, { db, body: solution }) => {
    try {
      const challenge = getChallengeOwner(c, solution.captcha_id);
      return { validate: await solveChallenge(db, challenge, solution) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'captcha') await recordCaptchaFailure(c);
      throw error;
    }
  },
});
