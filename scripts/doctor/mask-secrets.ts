import type { Env } from '#platform/env.ts';

/** Settings that are secret as a whole. */
const SECRET_SETTINGS = [
  'OIDC_CLIENT_SECRET',
  'CAPTCHA_SECRET_ID',
  'CAPTCHA_SECRET_KEY',
  'CDN_TOKEN',
  'MAIL_WEBHOOK_TOKEN',
  'METRICS_TOKEN',
] as const;
/** Addresses that may have a secret before their host. */
const ADDRESS_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'SITE_URL',
  'OIDC_ISSUER',
  'CDN_URL',
] as const;

/** Shorter ones are masked in addresses only: they would be found in words. */
const MIN_SECRET_LENGTH = 4;
const MASK = '***';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const secretsOf = (address: string): string[] => {
  const url = URL.parse(address);
  // the key of a bucket is half of what opens it
  const named = url?.protocol === 's3:' ? [url.username] : [];
  return url ? [...named, url.password].flatMap((text) => [text, decode(text)]) : [];
};

/** The text without what stands before the hosts of its addresses. */
export const maskAddresses = (text: string): string =>
  text.replace(/:\/\/[^/\s@]*@/g, `://${MASK}@`);

/** Makes texts that may quote others fit to be printed: none of the settings' secrets is left. */
export function createMask(env: Env, databaseUrl = ''): (text: string) => string {
  const addresses = ADDRESS_SETTINGS.map((name) => env[name] ?? '').concat(databaseUrl);
  const secrets = [
    ...SECRET_SETTINGS.map((name) => env[name] ?? ''),
    ...addresses.flatMap(secretsOf),
  ]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .sort((one, other) => other.length - one.length);
  return (text) =>
    maskAddresses(secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text));
}
