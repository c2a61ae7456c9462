import type { Env } from '#platform/env.ts';

/** Settings whose whole value is secret. */
const SECRET_SETTINGS = [
  'OIDC_CLIENT_SECRET',
  'CAPTCHA_SECRET_ID',
  'CAPTCHA_SECRET_KEY',
  'CDN_TOKEN',
  'MAIL_WEBHOOK_TOKEN',
  'METRICS_TOKEN',
] as const;
/** Addresses that may have credentials. */
const ADDRESS_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'STORAGE_URL',
  'PAGES_URL',
  'SMTP_URL',
  'SITE_URL',
  'OIDC_ISSUER',
  'CDN_URL',
] as const;

/** Shorter ones are masked in addresses only, because they also occur in words. */
const MIN_SECRET_LENGTH = 4;
const MASK = '***';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The secrets of an address. A password that is also a name in it is masked in addresses only. */
function secretsOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  // the access key of a bucket counts as secret
  if (url.protocol === 's3:')
    return [url.username, url.password].flatMap((text) => [text, decode(text)]);
  const names = [url.username, url.hostname, ...url.pathname.split('/')];
  return names.includes(url.password) ? [] : [url.password, decode(url.password)];
}

/** Removes credentials from addresses in a text. */
export const maskAddresses = (text: string): string =>
  text.replace(/:\/\/[^/\s@]*@/g, `://${MASK}@`);

/** Returns a function that removes all secrets of the settings from a text. */
export function createMask(env: Env, databaseUrl = ''): (text: string) => string {
  const addresses = ADDRESS_SETTINGS.flatMap((name) => env[name] ?? []).concat(databaseUrl);
  const secrets = [
    ...SECRET_SETTINGS.map((name) => env[name] ?? ''),
    ...addresses.flatMap(secretsOf),
  ]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .sort((one, other) => other.length - one.length);
  return (text) =>
    maskAddresses(secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text));
}
