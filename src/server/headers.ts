import { createHash } from 'node:crypto';
import inlineScriptSources from 'virtual:inline-script-sources';
import { type BrandColours, toBrandCss } from '#contracts/brand-colours.ts';
import { YIDUN_API_HOSTS, YIDUN_SERVERS } from '#contracts/captcha-rules.ts';
import { toPageStyle } from '#contracts/css-layers.ts';
import { SPECULATION_RULES_PATH } from '#contracts/paths.ts';
import { TRUSTED_TYPES_POLICIES } from '#contracts/trusted-types.ts';
import type { Env } from '#platform/env.ts';
import { PERMISSIONS_POLICY } from '#platform/permissions-policy.ts';
import beforePaint from '#views/inline-scripts/before-paint.ts?inline-script';

const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * No text becomes HTML or the address of a script, but through these policies: what was forgotten
 * to be made safe isn't shown, whoever wrote it.
 */
const TRUSTED_TYPES = {
  'require-trusted-types-for': "'script'",
  'trusted-types': TRUSTED_TYPES_POLICIES.join(' '),
};

/**
 * The content security policy, a second defence behind the sanitizer: only scripts from files of
 * this site run. Pictures and videos may come from anywhere, frames from the hosts that messages
 * may name (contracts/iframes.ts).
 */
const PAGE_POLICY = {
  'default-src': "'self'",
  'script-src': `'self' ${inlineScriptSources}`,
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
 * Additions for a captcha of another provider: its script and what that loads. That script writes
 * HTML as texts: only with our own captcha none is taken.
 */
function getCaptchaPolicy({
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SERVERS: servers,
}: CaptchaEnv): Record<string, string> {
  if (provider !== 'yidun') return TRUSTED_TYPES;
  const hosts = [...(servers ?? YIDUN_SERVERS), ...YIDUN_API_HOSTS].join(' ');
  return {
    'script-src': `${PAGE_POLICY['script-src']} ${hosts}`,
    'style-src': `${PAGE_POLICY['style-src']} ${hosts}`,
    'connect-src': `'self' ${hosts}`,
  };
}

/**
 * Strict transport security for this host only: whether other hosts of the domain have HTTPS isn't
 * known.
 */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Headers of every page; scripts/deploy/nginx.conf sends the same. */
export const getPageHeaders = (settings: CaptchaEnv): Readonly<Record<string, string>> => ({
  'content-security-policy': formatPolicy({ ...PAGE_POLICY, ...getCaptchaPolicy(settings) }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': PERMISSIONS_POLICY,
  'speculation-rules': JSON.stringify(SPECULATION_RULES_PATH),
});

/**
 * Headers of the admin area's pages: they aren't framed, cached or indexed, and only this site's
 * own files and the inline script run. Frames are those of reported posts, which moderators
 * have to see.
 */
const toAdminPolicy = (colours: BrandColours | undefined) => ({
  'default-src': "'none'",
  'script-src': `'self' ${hashSource(beforePaint)}`,
  'style-src': `'self' ${hashSource(toPageStyle(toBrandCss(colours)))}`,
  'img-src': "'self' https: data: blob:",
  'media-src': "'self' https:",
  'frame-src': 'https:',
  'connect-src': "'self'",
  'font-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  ...TRUSTED_TYPES,
});

/** `colours` are those of the brand, which stand in the page. */
export const getAdminHeaders = (
  colours: BrandColours | undefined,
): Readonly<Record<string, string>> => ({
  'content-security-policy': formatPolicy(toAdminPolicy(colours)),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': PERMISSIONS_POLICY,
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
});
