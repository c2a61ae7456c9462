import inlineScriptSources from 'virtual:inline-script-sources';
import { type BrandColours, toBrandCss } from '#contracts/brand-colours.ts';
import { YIDUN_API_HOSTS, YIDUN_SERVERS } from '#contracts/captcha-rules.ts';
import { toPageStyle } from '#contracts/css-layers.ts';
import { SPECULATION_RULES_PATH } from '#contracts/paths.ts';
import { TRUSTED_TYPES_POLICIES } from '#contracts/trusted-types.ts';
import { hashSource } from '#platform/content-policy.ts';
import type { Env } from '#platform/env.ts';
import { PERMISSIONS_POLICY } from '#platform/permissions-policy.ts';
import beforePaint from '#views/inline-scripts/before-paint.ts?inline-script';

/** Only these policies turn text into HTML or script URLs, so unsanitized text isn't displayed. */
const TRUSTED_TYPES = {
  'require-trusted-types-for': "'script'",
  'trusted-types': TRUSTED_TYPES_POLICIES.join(' '),
};

/**
 * The content security policy, a second defence behind the sanitizer: only this site's script files
 * run. Pictures and videos may come from anywhere, frames from the hosts in contracts/iframes.ts.
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
 * Additions for another provider's captcha: its script and resources. That script writes HTML from
 * texts, so trusted types are only enforced with our own captcha.
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

/** Strict transport security for this host only: other hosts of the domain may lack HTTPS. */
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

/** Policy of the admin area, with an inline script, and frames for reported posts. */
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

/** `colours`: the brand's, inlined in the page. */
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
