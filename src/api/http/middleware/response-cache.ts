import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import type { ApiEnv, Deps } from '../context.ts';
import { sendWrittenLsn } from '../own-writes.ts';
import { isSafeMethod } from './csrf.ts';

/*
 * Caches compressed responses that are equal for all visitors until the next write: a list of
 * twenty threads costs 4 ms. Counts of views and likes and relative times may be as old as the
 * response. In a database outage older responses are used, if nothing was written since.
 */

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const MAX_AGE_MS = 30_000;
const STATUS_UNAVAILABLE = 503;
/** above level 1 gzip takes twice as long for a tenth of the size */
const GZIP_LEVEL = 1;

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

interface CachedResponse {
  body: Buffer<ArrayBuffer>;
  /** The number of writes before the read. */
  writes: number;
  /** Time of the read in milliseconds. */
  at: number;
}

/** A copy without the rest of zlib's 16 kB buffer, which would stay in memory with it. */
function copyExact(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** POST calls that read, count, or change only private data. */
const READ_ONLY_CALLS = /\/(?:view|exists\/\w+|captcha\/solve|preview|draft)$/;
/** Statuses of refused requests: nothing was written. A server error may have written. */
const isClientError = (status: number): boolean => status >= 400 && status < 500;

/** After a write: invalidates cached responses, and tells its author where the write is. */
export const recordWrites = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (
      isSafeMethod(c.req.method) ||
      isClientError(c.res.status) ||
      READ_ONLY_CALLS.test(c.req.path)
    )
      return;
    c.var.deps.cacheGeneration?.advance();
    if (c.res.ok) await sendWrittenLsn(c);
  });

/**
 * Whether data read now includes the writes counted in `writes`: on the primary, or on a replica
 * that caught up. A lagging replica may show withheld content: such responses aren't cached.
 */
function createFreshnessCheck() {
  let caughtUpWith: number | undefined;
  return async (deps: Deps, writes: number): Promise<boolean> => {
    if (!deps.replica || caughtUpWith === writes) return true;
    if (!(await deps.replica.includesAllWrites().catch(() => false))) return false;
    caughtUpWith = writes;
    return true;
  };
}

/** Caches responses to visitors. All its routes share one cache. */
export function cacheResponses() {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 500,
  });
  const isCurrent = createFreshnessCheck();
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { actor, deps, lang } = c.var;
    const writes = deps.cacheGeneration?.current;
    if (actor !== null || writes === undefined || c.req.method !== 'GET') return next();
    const url = c.req.url;
    const key = `${lang} ${url.slice(url.indexOf('/api/'))}`;
    const cached = cache.get(key);
    const acceptsGzip = acceptsEncoding(c.req.header('accept-encoding') ?? '', 'gzip');
    const answer = async (body: CachedResponse['body']) =>
      new Response(acceptsGzip ? body : ((await gunzipAsync(body)) as CachedResponse['body']), {
        headers: {
          'content-type': 'application/json',
          vary: 'Accept-Encoding, Accept-Language',
          ...(acceptsGzip ? { 'content-encoding': 'gzip' } : {}),
        },
      });
    if (cached?.writes === writes && performance.now() - cached.at < MAX_AGE_MS)
      return answer(cached.body);
    const switches = deps.replica?.switches;
    const current = await isCurrent(deps, writes);
    const at = performance.now();
    await next();
    if (c.res.status === STATUS_UNAVAILABLE && cached?.writes === writes) {
      const reply = await answer(cached.body);
      c.res = undefined; // otherwise its headers would be added
      c.res = reply;
      return undefined;
    }
    // reads changed between primary and replica meanwhile: the check may have seen the other one
    if (deps.replica?.switches !== switches) return undefined;
    if (!current || c.res.status !== 200 || c.res.headers.has('set-cookie')) return undefined;
    // The first client also gets the compressed body, a fifth of the bytes.
    const compressed = (acceptsGzip ? c.res : c.res.clone())
      .text()
      .then((text) => gzipAsync(text, { level: GZIP_LEVEL }))
      .then(copyExact);
    const stored = compressed.then((body) => {
      // a later read may have been compressed sooner
      if ((cache.peek(key)?.at ?? 0) <= at) cache.set(key, { body, writes, at });
    });
    stored.catch(() => {}); // then it isn't cached; the client gets the error from its own response
    if (acceptsGzip) c.res = await answer(await compressed);
    return undefined;
  });
}
