import { resolve } from 'node:path';
import { z } from 'zod';
import { RENDERER_HEAP_MB } from '#platform/limits.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { ConfigError } from './config-error.ts';
import { trustExtraCertificates } from './extra-certificates.ts';
import { parsePeriod } from './period.ts';

const LOOPBACK_HOST = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host name always means this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Names only: an offset such as +08:00 is east to Intl and west to PostgreSQL. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z_]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function isBucketUrl(text: string): boolean {
  try {
    return Boolean(parseBucketUrl(text));
  } catch {
    return false;
  }
}

const isSameBucket = (one: string, other: string): boolean =>
  parseBucketUrl(one).address === parseBucketUrl(other).address;

const urlVariable = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://forum.example' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));
const optionalVariable = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional());

/** Milliseconds, or 0 for `off`. */
const periodVariable = z.string().transform((text, context) => {
  const period = text === 'off' ? 0 : parsePeriod(text);
  if (period !== undefined) return period;
  context.addIssue({ code: 'custom', message: 'must be like 1d, 12h or 30m, or off' });
  return z.NEVER;
});

/** Parses comma-separated addresses. */
function parseUrls(list: string, context: z.RefinementCtx): string[] {
  return list.split(',').map((item) => {
    const parsed = urlVariable.safeParse(item.trim());
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: 'must be addresses like https://one.example,https://two.example',
    });
    return '';
  });
}

/** Whether neither the address nor its query has a list of hosts. A password may have commas. */
function namesOneHost(url: string): boolean {
  const [address = '', query = ''] = url.split('?', 2);
  const authority = address.split('/')[2] ?? '';
  const hosts = [
    authority.slice(authority.lastIndexOf('@') + 1),
    ...new URLSearchParams(query).getAll('host'),
  ];
  return !hosts.some((host) => host.includes(','));
}
const portVariable = z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65535);
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine(
    namesOneHost,
    'must name one host: a proxy finds the primary of several (scripts/deploy/README.md)',
  );
const bucketVariable = optionalVariable(
  z.string().refine(isBucketUrl, 'must be like s3://KEY:SECRET@host/bucket?region=eu-central-1'),
);
const MAIL_DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}$/i;
/** A mail address, alone or with a name: forum@example.com, Forum <forum@example.com>. */
const MAIL_ADDRESS = /^(?:[^<>"@\r\n]{1,80} )?<?[\w.+-]{1,64}@[\w.-]{1,190}>?$/;
const mailAddress = z
  .string()
  .regex(MAIL_ADDRESS, 'must be an address, like Forum <forum@example.com>');

const Variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path)),
  SITE_DIR: optionalVariable(z.string().transform((path) => resolve(path))),
  PORT: portVariable.default(4321),
  WORKER_PORT: portVariable.default(4329),
  HOST: z.string().min(1).default('localhost'),
  SITE_URL: optionalVariable(urlVariable),
  DATABASE_URL: optionalVariable(databaseUrl),
  DATABASE_REPLICA_URL: optionalVariable(databaseUrl),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  RENDERER_HEAP_MB: z.coerce.number().int().min(64).max(16_384).default(RENDERER_HEAP_MB),
  STORAGE_URL: bucketVariable,
  STORAGE_PUBLIC_URL: optionalVariable(urlVariable),
  PAGES_URL: bucketVariable,
  OIDC_ISSUER: optionalVariable(urlVariable),
  OIDC_CLIENT_ID: optionalVariable(z.string()),
  OIDC_CLIENT_SECRET: optionalVariable(z.string()),
  CAPTCHA_PROVIDER: z.enum(['builtin', 'yidun', 'none']).default('builtin'),
  CAPTCHA_WORK: z.enum(['full', 'light']).default('full'),
  CAPTCHA_POPUP_ID: optionalVariable(z.string()),
  CAPTCHA_BOUND_ID: optionalVariable(z.string()),
  CAPTCHA_SECRET_ID: optionalVariable(z.string()),
  CAPTCHA_SECRET_KEY: optionalVariable(z.string()),
  CAPTCHA_API: optionalVariable(urlVariable),
  CAPTCHA_SERVERS: optionalVariable(
    z
      .string()
      .transform((list, context) =>
        parseUrls(list, context).map((url) => URL.parse(url)?.origin ?? ''),
      ),
  ),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  BACKUP_EVERY: optionalVariable(periodVariable),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(14),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  TRUST_PROXY: z.coerce
    .number({ error: 'must be the number of proxies in front' })
    .int()
    .min(0)
    .max(5)
    .default(0),
  PROXY_TARGET: z.string().default(''),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, like Europe/Berlin')
    .default('Asia/Shanghai'),
  CDN: z.enum(['none', 'varnish', 'cloudflare', 'fastly']).default('none'),
  CDN_URL: optionalVariable(z.string().transform(parseUrls)),
  CDN_TOKEN: optionalVariable(z.string()),
  SMTP_URL: optionalVariable(
    z.url({ protocol: /^smtps?$/, error: 'must be like smtp://USER:PASSWORD@mail.example:587' }),
  ),
  MAIL_FROM: optionalVariable(mailAddress),
  MAIL_REPLY_TO: optionalVariable(mailAddress),
  MAIL_BOUNCE_DOMAIN: optionalVariable(z.string().regex(MAIL_DOMAIN, 'must be a host name')),
  MAIL_WEBHOOK_TOKEN: optionalVariable(z.string().min(16, 'must have 16 characters or more')),
  METRICS_TOKEN: optionalVariable(z.string().min(16, 'must have 16 characters or more')),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).default(0),
  TRACE_STATEMENTS: z.enum(['on', 'off']).default('off'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Env = Readonly<
  Omit<z.infer<typeof Variables>, 'SITE_DIR' | 'SITE_URL'> & {
    /** The folder of built assets, and of published pages without PAGES_URL. */
    SITE_DIR: string;
    /** The public address, without a trailing slash. */
    SITE_URL: string;
    /** https: cookies are Secure, and insecure frames are refused. */
    secure: boolean;
    /** Only this machine reaches the site: allows login without a provider and test switches. */
    loopback: boolean;
  }
>;

export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape);

export { ConfigError };

/** Insecure settings, accepted only on a loopback address. */
const FOR_TESTS = [
  ['RATE_LIMITS', 'off'],
  ['CAPTCHA_PROVIDER', 'none'],
  ['CAPTCHA_WORK', 'light'],
] as const;

/** Settings that a NetEase account needs. */
const YIDUN_REQUIRED = [
  'CAPTCHA_POPUP_ID',
  'CAPTCHA_BOUND_ID',
  'CAPTCHA_SECRET_ID',
  'CAPTCHA_SECRET_KEY',
] as const;

/** Parses and checks all environment variables. Throws ConfigError. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Variables.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Settings that can't be used — ${lines.join('; ')}`);
  }
  const values = parsed.data;
  const SITE_URL = values.SITE_URL ?? `http://localhost:${values.PORT}`;
  const site = new URL(SITE_URL);
  const loopback = isLoopback(site.hostname);
  if (site.pathname !== '/' || site.search)
    throw new ConfigError('SITE_URL must be an origin, without a path.');
  for (const [name, value] of FOR_TESTS)
    if (values[name] === value && !loopback)
      throw new ConfigError(
        `${name}=${value} is for tests and refused for ${SITE_URL}; remove it.`,
      );
  if (values.STORAGE_PUBLIC_URL && !values.STORAGE_URL)
    throw new ConfigError('STORAGE_PUBLIC_URL is set but STORAGE_URL is missing.');
  if (values.PAGES_URL && values.STORAGE_URL && isSameBucket(values.PAGES_URL, values.STORAGE_URL))
    throw new ConfigError('PAGES_URL and STORAGE_URL must name different buckets.');
  if (values.CAPTCHA_PROVIDER === 'yidun') {
    const missing = YIDUN_REQUIRED.filter((name) => !values[name]);
    if (missing.length > 0)
      throw new ConfigError(`CAPTCHA_PROVIDER=yidun needs ${missing.join(', ')}.`);
  }
  if (values.CDN === 'cloudflare' || values.CDN === 'fastly') {
    const missing = (['CDN_URL', 'CDN_TOKEN'] as const).filter((name) => !values[name]);
    if (missing.length > 0) throw new ConfigError(`CDN=${values.CDN} needs ${missing.join(', ')}.`);
    if ((values.CDN_URL ?? []).length > 1)
      throw new ConfigError(`CDN=${values.CDN} takes one address in CDN_URL.`);
  }
  if (values.SMTP_URL && !values.MAIL_FROM)
    throw new ConfigError('SMTP_URL is set but MAIL_FROM is missing.');
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    throw new ConfigError('OIDC_ISSUER is set but OIDC_CLIENT_ID is missing.');
  if (source === process.env) trustExtraCertificates(source.NODE_EXTRA_CA_CERTS);
  return Object.freeze({
    ...values,
    SITE_DIR: values.SITE_DIR ?? resolve(values.DATA_DIR, 'site'),
    SITE_URL,
    secure: site.protocol === 'https:',
    loopback,
  });
}
