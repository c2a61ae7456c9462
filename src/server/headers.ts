import { createHash } from 'node:crypto';
import { BEFORE_PAINT } from '#contracts/before-paint.ts';
import { YIDUN_API_HOSTS, YIDUN_SERVERS } from '#contracts/captcha.ts';
import type { Env } from '#platform/env.ts';

const sourceHash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * A second wall behind the sanitizing of messages: whatever came through it, no script runs that isn't a file of this site.
 * Pictures and videos come from anywhere, frames from the hosts that messages may name (contracts/frames.ts).
 */
const POLICY = {
  'default-src': "'self'",
  'script-src': `'self' ${sourceHash(BEFORE_PAINT)}`,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': '* data: blob:',
  'media-src': '*',
  'frame-src': 'https:',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
};

type CaptchaSettings = Pick<Env, 'CAPTCHA_PROVIDER' | 'CAPTCHA_SERVERS'>;

/** What a captcha from elsewhere needs beyond that: its script, what that loads, asks and looks like. Nothing for our own. */
function forCaptcha({ CAPTCHA_PROVIDER: provider, CAPTCHA_SERVERS: servers }: CaptchaSettings): Record<string, string> {
  if (provider !== 'yidun') return {};
  const hosts = [...(servers ?? YIDUN_SERVERS), ...YIDUN_API_HOSTS].join(' ');
  return { 'script-src': `${POLICY['script-src']} ${hosts}`, 'style-src': `${POLICY['style-src']} ${hosts}`, 'connect-src': `'self' ${hosts}` };
}

/** Sent with every page; scripts/deploy/nginx.conf sends the same. */
export const pageHeaders = (settings: CaptchaSettings): Readonly<Record<string, string>> => ({
  'content-security-policy': Object.entries({ ...POLICY, ...forCaptcha(settings) })
    .map((rule) => rule.join(' '))
    .join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
});
