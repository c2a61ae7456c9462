import { createHash, randomInt } from 'node:crypto';
import { YIDUN_SERVERS } from '#contracts/captcha-rules.ts';
import type { Env } from '#platform/env.ts';
import type { CaptchaInput, CaptchaProvider, CaptchaVerdict } from './provider.ts';

/*
 * NetEase Yidun's behaviour captcha: its script asks the person, and our server verifies the result
 * with its service ("second verification"). The secret stays on the server.
 */

const YIDUN_VERIFY_URL = 'https://c.dun.163.com/api/v2/verify';
/** Short, because a person waits. */
const VERIFY_TIMEOUT_MS = 5_000;

/** Yidun's signature: MD5 of names and values sorted by name, then the secret. */
export function signParameters(
  parameters: Readonly<Record<string, string>>,
  secretKey: string,
): string {
  const text = Object.keys(parameters)
    .sort()
    .map((name) => name + parameters[name])
    .join('');
  return createHash('md5')
    .update(text + secretKey, 'utf8')
    .digest('hex');
}

type YidunEnv = Pick<
  Env,
  | 'CAPTCHA_POPUP_ID'
  | 'CAPTCHA_BOUND_ID'
  | 'CAPTCHA_SECRET_ID'
  | 'CAPTCHA_SECRET_KEY'
  | 'CAPTCHA_API'
  | 'CAPTCHA_SERVERS'
>;

async function requestVerdict(
  api: string,
  parameters: Record<string, string>,
): Promise<CaptchaVerdict> {
  try {
    const reply = await fetch(api, {
      method: 'POST',
      body: new URLSearchParams(parameters),
      signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
      redirect: 'error',
    });
    const { result, error } = (await reply.json()) as { result?: boolean; error?: number };
    // Errors other than 0 concern our signature, parameters or contract, not the person.
    return result === true ? 'solved' : error === undefined || error === 0 ? 'refused' : 'unknown';
  } catch {
    return 'unknown';
  }
}

export function createYidunCaptcha(env: YidunEnv): CaptchaProvider {
  const {
    CAPTCHA_POPUP_ID: popup = '',
    CAPTCHA_BOUND_ID: bound = '',
    CAPTCHA_SECRET_ID: secretId = '',
    CAPTCHA_SECRET_KEY: secretKey = '',
    CAPTCHA_API: api = YIDUN_VERIFY_URL,
  } = env;
  const ids = { popup, bound };
  return {
    provider: 'yidun',
    ids,
    servers: env.CAPTCHA_SERVERS ?? YIDUN_SERVERS,
    async verify({ kind, validate, user }: CaptchaInput) {
      const parameters = {
        captchaId: ids[kind],
        validate,
        user,
        secretId,
        version: 'v2',
        timestamp: String(Date.now()),
        nonce: String(randomInt(1_000_000_000)),
      };
      return requestVerdict(api, {
        ...parameters,
        signature: signParameters(parameters, secretKey),
      });
    },
  };
}
