import { STATUS_CODES } from 'node:http';
import type { Env } from '#platform/env.ts';
import { TAG_HEADERS } from '#publish/files/purge-keys.ts';
import { getListenPort } from '#server/listen-on.ts';
import { type Answer, ask } from './ask.ts';
import { checkCertificate } from './certificate.ts';
import type { Check } from './check.ts';
import { describeError } from './describe-error.ts';
import { ok, problem, type Result, skipped, warning } from './finding.ts';
import { askOnce, type Forum } from './forum.ts';

/* Checks SITE_URL as readers reach it: whether it is this forum, and how proxies forward it. */

/** The answer, or why there is none. */
const askOrExplain = (url: string, headers?: Record<string, string>): Promise<Answer | string> =>
  ask(url, headers).catch(describeError);

const formatStatus = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trim();

/** Body of /api/ready; undefined if it isn't a forum's. */
interface Readiness {
  ok: boolean;
  parts: Record<string, string>;
  why: string[];
}
function parseReadiness({ text }: Answer): Readiness | undefined {
  try {
    const { ok, parts, why } = JSON.parse(text) as Partial<Readiness>;
    const isOurs =
      typeof ok === 'boolean' && typeof parts?.migrations === 'string' && Array.isArray(why);
    return isOurs ? { ok, parts, why } : undefined;
  } catch {
    return undefined;
  }
}

function judgeReadiness(where: string, { ok: isReady, why }: Readiness): Result {
  if (!isReady)
    return problem(
      `The forum at ${where} is not ready: ${why.join(' ')}`,
      'Fix these problems; its log has details.',
    );
  return why.length > 0
    ? warning(
        `The forum at ${where} responds, but reports problems: ${why.join(' ')}`,
        'Its log and “Publishing” in the admin area have details.',
      )
    : ok(`The forum at ${where} responds, and all its parts are up.`);
}

const isGateway = (status: number): boolean => status >= 502 && status <= 504;

function explainOther(url: string, answer: Answer): Result {
  const { status, headers } = answer;
  const location = URL.parse(headers.get('location') ?? '', url);
  if (headers.has('location') && location && location.origin !== new URL(url).origin)
    return problem(
      `SITE_URL (${url}) redirects to ${location.origin}.`,
      'Set SITE_URL to the final address.',
    );
  if (isGateway(status))
    return problem(
      `The proxy at ${url} answers ${formatStatus(status)}: it does not reach the forum.`,
      'Start the forum, and configure the proxy to forward /api to its HOST and PORT.',
    );
  return problem(
    `The server at SITE_URL (${url}) is not this forum (${formatStatus(status)}, ${headers.get('content-type') ?? 'no type'}).`,
    'Correct SITE_URL, or configure its server to forward /api to the forum.',
  );
}

async function checkSite({ env: { SITE_URL } }: Forum): Promise<Result> {
  const answer = await askOrExplain(`${SITE_URL}/api/ready`);
  if (typeof answer === 'string')
    return problem(
      `No server responds at SITE_URL (${SITE_URL}): ${answer}.`,
      'Start the forum (npm start), or correct SITE_URL, its name in the DNS, or the proxy.',
    );
  const readiness = parseReadiness(answer);
  return readiness ? judgeReadiness(SITE_URL, readiness) : explainOther(SITE_URL, answer);
}

/** Addresses for all interfaces of a machine. */
const ANY_HOST = ['0.0.0.0', '::', 'localhost'];
/** The server's address from this machine. */
export const getServerUrl = (env: Env): string => {
  const { HOST } = env;
  const host = ANY_HOST.includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${getListenPort(env)}`;
};

async function checkServer({ env }: Forum): Promise<Result> {
  const url = getServerUrl(env);
  const answer = await askOrExplain(`${url}/api/ready`);
  if (typeof answer === 'string')
    return skipped(`No server responds at ${url} (${answer}); it may run on another machine.`);
  const readiness = parseReadiness(answer);
  return readiness
    ? judgeReadiness(url, readiness)
    : problem(
        `Another program uses ${url}, the address of the forum.`,
        'Stop it, or choose another PORT.',
      );
}

const NO_ANSWER = 'SITE_URL does not respond.';
const PAGE_PATH = '/zh';

const askForPage = askOnce(({ env: { SITE_URL } }: Forum) =>
  askOrExplain(SITE_URL + PAGE_PATH, { 'accept-encoding': 'br, gzip', accept: 'text/html' }),
);

async function checkPage(forum: Forum): Promise<Result> {
  const answer = await askForPage(forum);
  if (typeof answer === 'string') return skipped(NO_ANSWER);
  const { env } = forum;
  const url = env.SITE_URL + PAGE_PATH;
  if (answer.status !== 200)
    return problem(
      `The page ${url} returns ${formatStatus(answer.status)}.`,
      'Check that the proxy serves SITE_DIR, and that pages are published (npm run publish -- --all).',
    );
  const [, canonical = ''] = /<link rel="canonical" href="([^"]{1,500})"/.exec(answer.text) ?? [];
  const origin = URL.parse(canonical)?.origin;
  if (!origin)
    return problem(
      `The response of ${url} is not a page of this forum.`,
      'Correct SITE_URL, or configure its server to serve SITE_DIR and forward other requests to the forum.',
    );
  return origin === new URL(env.SITE_URL).origin
    ? ok(`The page ${url} exists and contains the right address.`)
    : problem(
        `The page ${url} contains another origin for its address: ${origin}. It was published with another SITE_URL.`,
        'Give all servers the same SITE_URL, then run npm run publish -- --all.',
      );
}

async function checkCompression(forum: Forum): Promise<Result> {
  const answer = await askForPage(forum);
  if (typeof answer === 'string' || answer.status !== 200)
    return skipped('There is no page to check.');
  const encoding = answer.headers.get('content-encoding');
  return encoding
    ? ok(`Pages are sent compressed (${encoding}).`)
    : warning(
        'Pages are sent uncompressed.',
        'Configure the proxy to send the .br and .gz file of each page, as scripts/deploy/nginx.conf does.',
      );
}

/** Compares the CDN setting with nginx's, which page headers show. */
async function checkCdn(forum: Forum): Promise<Result> {
  const answer = await askForPage(forum);
  if (typeof answer === 'string' || answer.status !== 200)
    return skipped('There is no page to check.');
  const { CDN } = forum.env;
  const advice = 'Give the forum and scripts/deploy/nginx.conf the same CDN.';
  const isCached = /s-maxage/.test(answer.headers.get('cache-control') ?? '');
  const [other] =
    Object.entries(TAG_HEADERS).find(
      ([cdn, [header]]) => cdn !== CDN && answer.headers.has(header),
    ) ?? [];
  if (CDN === 'none' && isCached)
    return problem(
      'Caches in front may store pages for a day, but the forum’s CDN is none, so deleted content remains there.',
      advice,
    );
  if (other)
    return problem(
      `Pages are sent with the keys of ${other}, but the forum’s CDN is ${CDN}.`,
      advice,
    );
  if (CDN !== 'none' && !isCached)
    return warning(
      `The forum’s CDN is ${CDN}, but pages are sent as with CDN=none: the cache in front stores none.`,
      advice,
    );
  return ok(`Pages have the headers for CDN=${CDN}.`);
}

async function checkHttps({ env: { SITE_URL, secure, loopback } }: Forum): Promise<Result> {
  if (loopback) return skipped('The forum is only available on this machine.');
  if (!secure)
    return warning(
      `SITE_URL (${SITE_URL}) is not https: posts and logins are transmitted unencrypted.`,
      'Install a certificate in the proxy, and set SITE_URL to the https address.',
    );
  const plain = `http://${new URL(SITE_URL).hostname}`;
  const answer = await askOrExplain(`${plain}/`);
  if (typeof answer === 'string') return ok('The site uses https; http has no server.');
  const location = URL.parse(answer.headers.get('location') ?? '', plain);
  return location?.protocol === 'https:'
    ? ok(`The site uses https, and ${plain} redirects to it.`)
    : warning(
        `${plain} answers ${formatStatus(answer.status)} and does not redirect to https.`,
        'Configure the proxy to redirect http to https with 301.',
      );
}

/** Headers of proxies and caches; the forum’s own server sends none of them. */
const PROXY_HEADERS = ['server', 'via', 'x-varnish', 'x-cache', 'cf-ray', 'x-served-by'];

async function checkProxy({ env: { SITE_URL, TRUST_PROXY, secure } }: Forum): Promise<Result> {
  const answer = await askOrExplain(`${SITE_URL}/api/live`);
  if (typeof answer === 'string') return skipped(NO_ANSWER);
  const sign = PROXY_HEADERS.find((name) => answer.headers.has(name));
  const isProxied = secure || sign !== undefined;
  const seen = sign ? `${sign}: ${answer.headers.get(sign)?.slice(0, 60)}` : 'it uses https';
  if (isProxied && TRUST_PROXY === 0)
    return problem(
      `A proxy is in front of the forum (${seen}), but TRUST_PROXY is 0: all clients have the proxy’s address and share its limits.`,
      'Set TRUST_PROXY to the number of proxies in front, 1 for nginx alone.',
    );
  if (!isProxied && TRUST_PROXY > 0)
    return warning(
      `TRUST_PROXY is ${TRUST_PROXY}, but no proxy was detected: clients can fake their address.`,
      'Set TRUST_PROXY=0, or allow access to the forum only through the proxy.',
    );
  return ok(
    isProxied
      ? `A proxy is in front (${seen}), and TRUST_PROXY is ${TRUST_PROXY}.`
      : 'No proxy was detected, and none is trusted.',
  );
}

export const SITE_CHECKS: readonly Check[] = [
  { id: 'server', checked: 'the server on this machine', run: checkServer },
  { id: 'site', checked: 'the server at SITE_URL', run: checkSite },
  { id: 'site.page', checked: 'a page at SITE_URL', run: checkPage },
  { id: 'site.compression', checked: 'compression of pages', run: checkCompression },
  { id: 'site.cdn', checked: 'cache headers of pages', run: checkCdn },
  { id: 'site.https', checked: 'https', run: checkHttps },
  {
    id: 'site.certificate',
    checked: 'the certificate of SITE_URL',
    run: ({ env }) => checkCertificate('SITE_URL', env.SITE_URL),
  },
  { id: 'site.proxy', checked: 'TRUST_PROXY', run: checkProxy },
];
