import { createHash } from 'node:crypto';
import { YIDUN_API_HOSTS, YIDUN_SERVERS } from '#contracts/captcha-rules.ts';
import { LAYER_ORDER } from '#contracts/css-layers.ts';
import type { Env } from '#platform/env.ts';
import beforePaint from '#views/inline-scripts/before-paint.ts?inline-script';
import chooseSite from '#views/inline-scripts/choose-site.ts?inline-script';

const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * A second wall behind the sanitizing of messages: whatever came through it, no script runs that
 * isn't a file of this site. Pictures and videos come from anywhere, frames from the hosts that
 * messages may name (contracts/iframes.ts).
 */
const PAGE_POLICY = {
  'default-src': "'self'",
  'script-src': `'self' ${hashSource(chooseSite)} ${hashSource(beforePaint)}`,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': '* data: blob:',
  'media-src': '*',
  'frame-src': 'https:',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
};

const formatPolicy = (policy: Readonly<Record<string, string>>): string =>
  Object.entries(policy)
    .map((rule) => rule.join(' '))
    .join('; ');

type CaptchaEnv = Pick<Env, 'CAPTCHA_PROVIDER' | 'CAPTCHA_SERVERS'>;

/**
 * What a captcha from elsewhere needs beyond that: its script, what that loads, asks and looks
 * like. Nothing for our own.
 */
function getCaptchaPolicy({
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SERVERS: servers,
}: CaptchaEnv): Record<string, string> {
  if (provider !== 'yidun') return {};
  const hosts = [...(servers ?? YIDUN_SERVERS), ...YIDUN_API_HOSTS].join(' ');
  return {
    'script-src': `${PAGE_POLICY['script-src']} ${hosts}`,
    'style-src': `${PAGE_POLICY['style-src']} ${hosts}`,
    'connect-src': `'self' ${hosts}`,
  };
}

/**
 * Browsers that were here once don't come without https again. Whether other hosts of the domain
 * have https isn't ours to say.
 */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Sent with every page; scripts/deploy/nginx.conf sends the same. */
export const getPageHeaders = (settings: CaptchaEnv): Readonly<Record<string, string>> => ({
  'content-security-policy': formatPolicy({ ...PAGE_POLICY, ...getCaptchaPolicy(settings) }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
});

/**
 * The admin area's pages: nobody frames, keeps or indexes them, and no style or script runs but
 * this site's own files and the two lines that stand in the page. Frames are those of reported
 * posts, which moderators have to judge.
 */
const ADMIN_POLICY = {
  'default-src': "'none'",
  'script-src': `'self' ${hashSource(beforePaint)}`,
  'style-src': `'self' ${hashSource(LAYER_ORDER)}`,
  'img-src': "'self' https: data: blob:",
  'media-src': "'self' https:",
  'frame-src': 'https:',
  'connect-src': "'self'",
  'font-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

export const ADMIN_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': formatPolicy(ADMIN_POLICY),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};
