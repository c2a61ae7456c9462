import { z } from '@hono/zod-openapi';
import { CAPTCHA_KINDS, MAX_PUZZLE_TRIES } from '../../captcha-rules.ts';
import {
  CaptchaConfigWire,
  PuzzleReplyWire,
  SolutionWire,
  SolvedReplyWire,
  WorkReplyWire,
} from '../../wire/captcha.ts';
import { tagged } from '../call-spec.ts';

const captchaQuery = {
  captcha_id: z
    .enum(CAPTCHA_KINDS)
    .openapi({ description: '`popup` for posting, `bound` for searching' }),
};

export const CAPTCHA_CALLS = tagged('captcha', {
  'GET /v1/captcha/config': {
    summary: 'Returns the captcha that this site uses',
    description:
      'Contains its public ids and the addresses of its script, in the order to try them. `none` means that no captcha is required.',
    reply: CaptchaConfigWire,
  },
  'GET /v1/captcha': {
    rate: 'captcha',
    summary: 'Creates a slider puzzle: a picture with a gap and the fitting piece',
    description: `The puzzle belongs to the caller. It is valid for two minutes and ${MAX_PUZZLE_TRIES} tries. \`challenge\` is an ALTCHA proof of work for the browser. It is harder for new accounts, and for addresses and accounts with recent wrong answers. Send its solution with the position of the piece.`,
    query: captchaQuery,
    reply: PuzzleReplyWire,
  },
  'GET /v1/captcha/work': {
    rate: 'captcha',
    summary: 'Creates a proof of work, for people who can’t use the slider',
    description:
      'Returns an ALTCHA challenge (proof of work, version 2). Send the solution as `work`.',
    query: captchaQuery,
    reply: WorkReplyWire,
  },
  'POST /v1/captcha/solve': {
    right: 'captcha.solve',
    rate: 'captcha',
    summary: 'Solves a captcha',
    description:
      'Returns the value to send as `validate`. It works once, within two minutes, for the same session or address. Errors: `captcha` (wrong; err_payload has the tries `left`), `expired`.',
    body: SolutionWire,
    reply: SolvedReplyWire,
  },
});
