import { createRoute, z } from '@hono/zod-openapi';
import { issueProofOfWork, issuePuzzle, solveChallenge } from '#captcha/challenge.ts';
import { CAPTCHA_KINDS, MAX_PUZZLE_TRIES } from '#contracts/captcha-rules.ts';
import { AppError } from '#contracts/errors.ts';
import {
  CaptchaConfigWire,
  PuzzleReplyWire,
  SolutionWire,
  SolvedReplyWire,
  WorkReplyWire,
} from '#contracts/wire/captcha.ts';
import type { ApiContext } from '../../http/context.ts';
import { getDifficulty, recordCaptchaFailure } from '../../http/middleware/captcha-failures.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { getCaptchaOwner } from '../../http/middleware/require-captcha.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* The captcha (R32): which one browsers show, and our own one's pictures, work and solutions. */

const tags = ['captcha'];
const captchaQuery = z.object({
  captcha_id: z
    .enum(CAPTCHA_KINDS)
    .openapi({ description: 'popup before writing, bound before searching' }),
});

export const captchaRoutes = createRouter();

captchaRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/captcha/config',
    tags,
    summary: 'Which captcha this site shows',
    description:
      'Its public ids, and where its script is found, in the order of trying. `none` asks for none.',
    responses: jsonResponses(CaptchaConfigWire),
  }),
  (c) => {
    const provider = c.var.deps.captcha;
    const data = provider
      ? { provider: provider.provider, ...provider.ids, servers: [...provider.servers] }
      : { provider: 'none' as const, popup: '', bound: '', servers: [] };
    c.header('cache-control', 'public, max-age=60');
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

/**
 * Whether browsers have what the work needs (crypto.subtle): on https and on the machine itself.
 */
const canProveWork = ({ secure, loopback }: { secure: boolean; loopback: boolean }): boolean =>
  secure || loopback;

/**
 * Whose challenge it is. Throws notFound where another captcha is in use: ours has nothing to ask
 * then.
 */
function getChallengeOwner<Kind>(c: ApiContext, kind: Kind): { kind: Kind; owner: string } {
  if (c.var.deps.captcha?.provider !== 'builtin') throw new AppError('notFound');
  c.header('cache-control', 'no-store');
  return { kind, owner: getCaptchaOwner(c) };
}

captchaRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/captcha',
    tags,
    middleware: [limitRate('captcha')] as const,
    summary: 'A picture with a gap, and the piece that fits it',
    description: `For whoever asks, for two minutes, for ${MAX_PUZZLE_TRIES} tries. \`challenge\` is work of ALTCHA for the browser, harder for addresses and accounts that were wrong lately and for new accounts; its solution goes with the place.`,
    request: { query: captchaQuery },
    responses: jsonResponses(PuzzleReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await issuePuzzle(
          c.var.deps.db,
          getChallengeOwner(c, c.req.valid('query').captcha_id),
          canProveWork(c.var.deps.env) ? await getDifficulty(c) : undefined,
        ),
      },
      200,
    ),
);

captchaRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/captcha/work',
    tags,
    middleware: [limitRate('captcha')] as const,
    summary: 'Work for a machine, for people who can’t slide',
    description:
      'A challenge of ALTCHA (proof of work, version 2). The solution is sent as `work`.',
    request: { query: captchaQuery },
    responses: jsonResponses(WorkReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await issueProofOfWork(
          c.var.deps.db,
          getChallengeOwner(c, c.req.valid('query').captcha_id),
          await getDifficulty(c),
        ),
      },
      200,
    ),
);

captchaRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/captcha/solve',
    tags,
    ...requireRight('captcha.solve', limitRate('captcha')),
    summary: 'Solves a captcha',
    description:
      'Gives what is sent as `validate`: once, within two minutes, by the same session or address. Errors: `captcha` (wrong; err_payload has the tries that are `left`), `expired`.',
    request: { body: jsonBody(SolutionWire) },
    responses: jsonResponses(SolvedReplyWire),
  }),
  async (c) => {
    const solution = c.req.valid('json');
    try {
      return c.json(
        {
          code: 0,
          msg: 'ok',
          data: {
            validate: await solveChallenge(
              c.var.deps.db,
              getChallengeOwner(c, solution.captcha_id),
              solution,
            ),
          },
        },
        200,
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'captcha') await recordCaptchaFailure(c);
      throw error;
    }
  },
);
