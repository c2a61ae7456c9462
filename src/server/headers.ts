import { createHash } from 'node:crypto';
import { BEFORE_PAINT } from '#contracts/before-paint.ts';

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

/** Sent with every page; scripts/deploy/nginx.conf sends the same. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': Object.entries(POLICY)
    .map((rule) => rule.join(' '))
    .join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
};
