import { STATUS_CODES } from 'node:http';
import type { Env } from '#platform/env.ts';
import { TAG_HEADERS } from '#publish/files/purge-keys.ts';
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
      'Mend what it names; its log says more.',
    );
  return why.length > 0
    ? warning(
        `The forum at ${where} answers, but not all is well: ${why.join(' ')}`,
        'Its log says more, and so does “Publishing” in the admin area.',
      )
    : ok(`The forum at ${where} answers, and all of its parts are up.`);
}

const isGateway = (status: number): boolean => status >= 502 && status <= 504;

function explainOther(url: string, answer: Answer): Result {
  const { status, headers } = answer;
  const location = URL.parse(headers.get('location') ?? '', url);
  if (headers.has('location') && location && location.origin !== new URL(url).origin)
    return problem(
      `SITE_URL (${url}) leads on to ${location.origin}.`,
      'Set SITE_URL to the address that readers end at.',
    );
  if (isGateway(status))
    return problem(
      `The proxy at ${url} answers ${formatStatus(status)}: it does not reach the forum.`,
      'Start the forum, and let the proxy pass /api on to its HOST and PORT.',
    );
  return problem(
    `What answers at SITE_URL (${url}) is not this forum (${formatStatus(status)}, ${headers.get('content-type') ?? 'no type'}).`,
    'Correct SITE_URL, or have what stands there pass /api on to the forum.',
  );
}

async function checkSite({ env: { SITE_URL } }: Forum): Promise<Result> {
  const answer = await askOrExplain(`${SITE_URL}/api/ready`);
  if (typeof answer === 'string')
    return problem(
      `Nothing answers at SITE_URL (${SITE_URL}): ${answer}.`,
      'Start the forum (npm start), or correct SITE_URL, its name in the DNS, or the proxy.',
    );
  const readiness = parseReadiness(answer);
  return readiness ? judgeReadiness(SITE_URL, readiness) : explainOther(SITE_URL, answer);
}

/** Addresses for all interfaces of a machine. */
const ANY_HOST = ['0.0.0.0', '::', 'localhost'];
/** The server's address from this machine. */
export const getServerUrl = ({ HOST, PORT }: Env): string => {
  const host = ANY_HOST.includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
};

async function checkServer({ env }: Forum): Promise<Result> {
  if (env.ROLE === 'worker') return skipped('With ROLE=worker nothing listens.');
  const url = getServerUrl(env);
  const answer = await askOrExplain(`${url}/api/ready`);
  if (typeof answer === 'string')
    return skipped(`No server answers here at ${url} (${answer}); it may run elsewhere.`);
  const readiness = parseReadiness(answer);
  return readiness
    ? judgeReadiness(url, readiness)
    : problem(
        `Another program answers at ${url}, where the forum is to listen.`,
        'Stop it, or choose another PORT.',
      );
}

const NO_ANSWER = 'SITE_URL does not answer.';
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
      `The page ${url} is answered with ${formatStatus(answer.status)}.`,
      'See whether the proxy serves SITE_DIR, and whether pages are published (npm run publish -- --all).',
    );
  const [, canonical = ''] = /<link rel="canonical" href="([^"]{1,500})"/.exec(answer.text) ?? [];
  const origin = URL.parse(canonical)?.origin;
  if (!origin)
    return problem(
      `What answers at ${url} is no page of this forum.`,
      'Correct SITE_URL, or have what stands there serve SITE_DIR and ask the forum for the rest.',
    );
  return origin === new URL(env.SITE_URL).origin
    ? ok(`The page ${url} is there and names its own address.`)
    : problem(
        `The page ${url} says that its address is at ${origin}: it was published with another SITE_URL.`,
        'Give all servers the same SITE_URL, then run npm run publish -- --all.',
      );
}

async function checkCompression(forum: Forum): Promise<Result> {
  const answer = await askForPage(forum);
  if (typeof answer === 'string' || answer.status !== 200)
    return skipped('There is no page to look at.');
  const encoding = answer.headers.get('content-encoding');
  return encoding
    ? ok(`Pages are sent compressed (${encoding}).`)
    : warning(
        'Pages are sent uncompressed.',
        'Let the proxy send the .br and .gz files beside each page, as scripts/deploy/nginx.conf does.',
      );
}

/** Compares the CDN setting with nginx's, which page headers show. */
async function checkCdn(forum: Forum): Promise<Result> {
  const answer = await askForPage(forum);
  if (typeof answer === 'string' || answer.status !== 200)
    return skipped('There is no page to look at.');
  const { CDN } = forum.env;
  const advice = 'Give the forum and scripts/deploy/nginx.conf the same CDN.';
  const isCached = /s-maxage/.test(answer.headers.get('cache-control') ?? '');
  const [other] =
    Object.entries(TAG_HEADERS).find(
      ([cdn, [header]]) => cdn !== CDN && answer.headers.has(header),
    ) ?? [];
  if (CDN === 'none' && isCached)
    return problem(
      'Caches in front may keep pages for a day, but the forum’s CDN is none: what is taken down stays there.',
      advice,
    );
  if (other)
    return problem(
      `Pages are sent with the keys of ${other}, but the forum’s CDN is ${CDN}.`,
      advice,
    );
  if (CDN !== 'none' && !isCached)
    return warning(
      `The forum’s CDN is ${CDN}, but pages are sent as with CDN=none: the cache in front keeps none.`,
      advice,
    );
  return ok(`Pages are sent as CDN=${CDN} wants it.`);
}

async function checkHttps({ env: { SITE_URL, secure, loopback } }: Forum): Promise<Result> {
  if (loopback) return skipped('The forum is for this machine only.');
  if (!secure)
    return warning(
      `SITE_URL (${SITE_URL}) is not https: what people write, and their logins, can be read on the way.`,
      'Give the proxy a certificate, and set SITE_URL to the https address.',
    );
  const plain = `http://${new URL(SITE_URL).hostname}`;
  const answer = await askOrExplain(`${plain}/`);
  if (typeof answer === 'string') return ok('The site is https; http is not answered.');
  const location = URL.parse(answer.headers.get('location') ?? '', plain);
  return location?.protocol === 'https:'
    ? ok(`The site is https, and ${plain} leads there.`)
    : warning(
        `${plain} answers ${formatStatus(answer.status)} and does not lead to https.`,
        'Let the proxy answer http with 301 and the https address.',
      );
}

/** Headers of proxies and caches; the forum’s own server sends none of them. */
const PROXY_HEADERS = ['server', 'via', 'x-varnish', 'x-cache', 'cf-ray', 'x-served-by'];

async function checkProxy({ env: { SITE_URL, TRUST_PROXY, secure } }: Forum): Promise<Result> {
  const answer = await askOrExplain(`${SITE_URL}/api/live`);
  if (typeof answer === 'string') return skipped(NO_ANSWER);
  const sign = PROXY_HEADERS.find((name) => answer.headers.has(name));
  const isProxied = secure || sign !== undefined;
  const seen = sign ? `${sign}: ${answer.headers.get(sign)?.slice(0, 60)}` : 'it speaks https';
  if (isProxied && TRUST_PROXY === 0)
    return problem(
      `A proxy stands in front of the forum (${seen}), but TRUST_PROXY is 0: everyone has the proxy’s address, and limits for one hit all.`,
      'Set TRUST_PROXY to the number of proxies in front, 1 for nginx alone.',
    );
  if (!isProxied && TRUST_PROXY > 0)
    return warning(
      `TRUST_PROXY is ${TRUST_PROXY}, but nothing shows a proxy in front: anyone can pretend to have another address.`,
      'Set TRUST_PROXY=0, or let nobody reach the forum but through the proxy.',
    );
  return ok(
    isProxied
      ? `A proxy stands in front (${seen}), and TRUST_PROXY is ${TRUST_PROXY}.`
      : 'No proxy stands in front, and none is trusted.',
  );
}

export const SITE_CHECKS: readonly Check[] = [
  {
    id: 'server',
    lookedAt: 'the server on this machine',
    look: checkServer,
  },
  { id: 'site', lookedAt: 'what answers at SITE_URL', look: checkSite },
  { id: 'site.page', lookedAt: 'a page at SITE_URL', look: checkPage },
  {
    id: 'site.compression',
    lookedAt: 'whether pages are sent compressed',
    look: checkCompression,
  },
  {
    id: 'site.cdn',
    lookedAt: 'whether pages are sent for the cache in front',
    look: checkCdn,
  },
  {
    id: 'site.https',
    lookedAt: 'whether readers come by https',
    look: checkHttps,
  },
  {
    id: 'site.certificate',
    lookedAt: 'the certificate of SITE_URL',
    look: ({ env }) => checkCertificate('SITE_URL', env.SITE_URL),
  },
  {
    id: 'site.proxy',
    lookedAt: 'whether TRUST_PROXY fits what stands in front',
    look: checkProxy,
  },
];
