import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { redeemSolution } from './challenge.ts';
import type { CaptchaProvider } from './provider.ts';
import { createYidunCaptcha } from './yidun.ts';

const createBuiltinCaptcha = (db: Db): CaptchaProvider => ({
  provider: 'builtin',
  ids: { popup: 'popup', bound: 'bound' },
  servers: ['/v1/captcha'],
  verify: async ({ kind, validate, owner }) =>
    (await redeemSolution(db, { kind, validate, owner })) ? 'solved' : 'refused',
});

/** The captcha provider of the settings; undefined for none. */
export function openCaptchaProvider(env: Env, db: Db): CaptchaProvider | undefined {
  if (env.CAPTCHA_PROVIDER === 'none') return undefined;
  return env.CAPTCHA_PROVIDER === 'yidun' ? createYidunCaptcha(env) : createBuiltinCaptcha(db);
}
