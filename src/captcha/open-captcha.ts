import type { CaptchaKind } from '#contracts/captcha-rules.ts';
import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { redeemSolution } from './challenge.ts';
import { createYidunCaptcha } from './yidun.ts';

/** What a browser sends to show that a person has solved a captcha. */
export interface CaptchaInput {
  /** Which captcha: the popup one for posting or the bound one for search (R32). */
  kind: CaptchaKind;
  /** What the captcha's script handed over. */
  validate: string;
  /** Who sends it: a session or an address. Solutions of others count for nothing. */
  bearer: string;
  /** Their name to a provider's service; nothing personal. */
  user: string;
}

/** `unknown`: who could tell didn't answer. */
export type CaptchaVerdict = 'solved' | 'refused' | 'unknown';

/** Whoever judges captchas: our own slider or a provider's service. */
export interface CaptchaProvider {
  provider: 'builtin' | 'yidun';
  /** Public ids. */
  ids: Readonly<Record<CaptchaKind, string>>;
  /** Where browsers find what asks for the captcha, in the order of trying. */
  servers: readonly string[];
  /** Whether it was solved, lately and not used before. */
  verify(input: CaptchaInput): Promise<CaptchaVerdict>;
}

/** The slider of our own: its pictures come from this server. */
const createBuiltinCaptcha = (db: Db): CaptchaProvider => ({
  provider: 'builtin',
  ids: { popup: 'popup', bound: 'bound' },
  servers: ['/v1/captcha'],
  verify: async ({ kind, validate, bearer }) =>
    (await redeemSolution(db, { kind, validate, bearer })) ? 'solved' : 'refused',
});

/** The captcha that the settings name; undefined for none. */
export function openCaptchaProvider(env: Env, db: Db): CaptchaProvider | undefined {
  if (env.CAPTCHA_PROVIDER === 'none') return undefined;
  return env.CAPTCHA_PROVIDER === 'yidun' ? createYidunCaptcha(env) : createBuiltinCaptcha(db);
}
