import { createRoute, z } from '@hono/zod-openapi';
import { issuePuzzle, issueWork, solve } from '#captcha/challenge.ts';
import { CAPTCHA_KINDS, CAPTCHA_TRIES } from '#contracts/captcha.ts';
import { AppError } from '#contracts/errors.ts';
import {
  CaptchaConfigWire,
  PuzzleReplyWire,
  SolutionWire,
  SolvedReplyWire,
  WorkReplyWire,
} from '#contracts/wire/captcha.ts';
import type { Ctx } from './context.ts';
import { bearerOf } from './middleware/captcha.ts';
import { difficultyFor, noteCaptchaFailure } from './middleware/captcha-failures.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { jsonBody, replies, router } from './router.ts';

/* The captcha (R32): which one browsers show, and our own one's pictures, work and solutions. */

const tags = ['captcha'];
const query = z.object({
  captcha_id: z
    .enum(CAPTCHA_KINDS)
    .openapi({ description: 'popup before writing, bound before searching' }),
});

export const captcha = router();

captcha.openapi(
  createRoute({
    method: 'get',
    path: '/v1/captcha/config',
    tags,
    summary: 'Which captcha this site shows',
    description:
      'Its public ids, and where its script is found, in the order of trying. `none` asks for none.',
    responses: replies(CaptchaConfigWire),
  }),
  (c) => {
    const found = c.var.deps.captcha;
    const data = found
      ? { provider: found.provider, ...found.ids, servers: [...found.servers] }
      : { provider: 'none' as const, popup: '', bound: '', servers: [] };
    c.header('cache-control', 'public, max-age=60');
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

/**
 * Whether browsers have what the work needs (crypto.subtle): on https and on the machine itself.
 */
const canWork = ({ secure, loopback }: { secure: boolean; loopback: boolean }): boolean =>
  secure || loopback;

/**
 * Whose challenge it is. Throws notFound where another captcha is in use: ours has nothing to ask
 * then.
 */
function asker<Kind>(c: Ctx, kind: Kind): { kind: Kind; bearer: string } {
  if (c.var.deps.captcha?.provider !== 'builtin') throw new AppError('notFound');
  c.header('cache-control', 'no-store');
  return { kind, bearer: bearerOf(c) };
}

captcha.openapi(
  createRoute({
    method: 'get',
    path: '/v1/captcha',
    tags,
    middleware: [rate('captcha')] as const,
    summary: 'A picture with gaps, and the piece that fits one of them',
    description: `For whoever asks, for two minutes, for ${CAPTCHA_TRIES} tries. \`challenge\` is work of ALTCHA for the browser, harder for addresses and accounts that were wrong lately and for new accounts; its solution goes with the place.`,
    request: { query },
    responses: replies(PuzzleReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await issuePuzzle(
          c.var.deps.db,
          asker(c, c.req.valid('query').captcha_id),
          canWork(c.var.deps.env) ? await difficultyFor(c) : undefined,
        ),
      },
      200,
    ),
);

captcha.openapi(
  createRoute({
    method: 'get',
    path: '/v1/captcha/work',
    tags,
    middleware: [rate('captcha')] as const,
    summary: 'Work for a machine, for people who can’t slide',
    description:
      'A challenge of ALTCHA (proof of work, version 2). The solution is sent as `work`.',
    request: { query },
    responses: replies(WorkReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await issueWork(
          c.var.deps.db,
          asker(c, c.req.valid('query').captcha_id),
          await difficultyFor(c),
        ),
      },
      200,
    ),
);

captcha.openapi(
  createRoute({
    method: 'post',
    path: '/v1/captcha/solve',
    tags,
    ...may('captcha.solve', rate('captcha')),
    summary: 'Solves a captcha',
    description:
      'Gives what is sent as `validate`: once, within two minutes, by the same session or address. Errors: `captcha` (wrong; err_payload has the tries that are `left`), `expired`.',
    request: { body: jsonBody(SolutionWire) },
    responses: replies(SolvedReplyWire),
  }),
  async (c) => {
    const solution = c.req.valid('json');
    try {
      return c.json(
        {
          code: 0,
          msg: 'ok',
          data: { validate: await solve(c.var.deps.db, asker(c, solution.captcha_id), solution) },
        },
        200,
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'captcha') await noteCaptchaFailure(c);
      throw error;
    }
  },
);
