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
    .openapi({ description: 'popup before writing, bound before searching' }),
};

export const CAPTCHA_CALLS = tagged('captcha', {
  'GET /v1/captcha/config': {
    summary: 'Which captcha this site shows',
    description:
      'Its public ids, and where its script is found, in the order of trying. `none` asks for none.',
    reply: CaptchaConfigWire,
  },
  'GET /v1/captcha': {
    rate: 'captcha',
    summary: 'A picture with a gap, and the piece that fits it',
    description: `For whoever asks, for two minutes, for ${MAX_PUZZLE_TRIES} tries. \`challenge\` is work of ALTCHA for the browser, harder for addresses and accounts that were wrong lately and for new accounts; its solution goes with the place.`,
    query: captchaQuery,
    reply: PuzzleReplyWire,
  },
  'GET /v1/captcha/work': {
    rate: 'captcha',
    summary: 'Work for a machine, for people who can’t slide',
    description:
      'A challenge of ALTCHA (proof of work, version 2). The solution is sent as `work`.',
    query: captchaQuery,
    reply: WorkReplyWire,
  },
  'POST /v1/captcha/solve': {
    right: 'captcha.solve',
    rate: 'captcha',
    summary: 'Solves a captcha',
    description:
      'Gives what is sent as `validate`: once, within two minutes, by the same session or address. Errors: `captcha` (wrong; err_payload has the tries that are `left`), `expired`.',
    body: SolutionWire,
    reply: SolvedReplyWire,
  },
});
