import { AppError } from '#contracts/errors.ts';
import type { Ctx } from '../context.ts';

/**
 * Throws `captcha` unless the caller has solved one, as the headers x-captcha-id and x-captcha-validate show. Programs
 * with a token have limits of their own instead; without a provider there is nothing to solve.
 */
export async function requireCaptcha(c: Ctx): Promise<void> {
  const { deps, actor, ip } = c.var;
  if (deps.env.CAPTCHA_PROVIDER === 'none' || actor?.via === 'token') return;
  const id = c.req.header('x-captcha-id');
  const validate = c.req.header('x-captcha-validate');
  if (!id || !validate || !(await deps.captcha?.verify({ id, validate, ip }))) throw new AppError('captcha');
}
