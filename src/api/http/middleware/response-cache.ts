import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import type { ApiEnv, Deps } from '../context.ts';
import { isSafeMethod } from './csrf.ts';

/*
 * What every visitor is answered alike is kept, compressed, until something is written: programs
 * ask for the same lists again and again, and twenty threads with all that belongs to them cost 4
 * ms to read and put together. Numbers of views and likes, and "3 minutes ago", may be as old as a
 * reply is kept. While the database doesn't answer they may be older, if nothing else was written
 * since.
 */

/** Bytes, of compressed replies. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const MAX_AGE_MS = 30_000;
const STATUS_UNAVAILABLE = 503;
/** Above level 1 gzip takes twice the time for a tenth of the size. */
const GZIP_LEVEL = 1;

const gzipAsync = promisify(gzip);

interface CachedResponse {
  body: Buffer<ArrayBuffer>;
  /** How much had been written before it was read. */
  writes: number;
  /** When it was read (ms). */
  at: number;
}

/** Without the rest of the 16 kB that zlib wrote it into, which would be kept with it. */
function copyExact(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Calls that ask by POST, count, or change nothing that others read. */
const READ_ONLY_CALLS = /\/(?:view|exists\/\w+|captcha\/solve|preview|draft)$/;
/**
 * Statuses of requests that were refused: nothing was written. After an error of ours something may
 * have been.
 */
const isClientError = (status: number): boolean => status >= 400 && status < 500;

/** Tells the replies that are kept here of what was written here, before its writer is answered. */
export const recordWrites = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (
      !isSafeMethod(c.req.method) &&
      !isClientError(c.res.status) &&
      !READ_ONLY_CALLS.test(c.req.path)
    )
      c.var.deps.cacheGeneration?.advance();
  });

/**
 * Whether what is read now shows all that had been written when `writes` was counted: the primary
 * does, a replica when it has caught up. What a replica says that lags may still show what was
 * taken down, and is answered once but not kept.
 */
function createFreshnessCheck() {
  const caughtUpWith = new WeakMap<Deps, number>();
  return async (deps: Deps, writes: number): Promise<boolean> => {
    if (deps.replica === deps.db || caughtUpWith.get(deps) === writes) return true;
    if (!(await deps.replicaCaughtUp?.().catch(() => false))) return false;
    caughtUpWith.set(deps, writes);
    return true;
  };
}

/** Keeps replies to visitors. All routes that it is used for share one memory. */
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
    const answer = (body: CachedResponse['body']) =>
      new Response(acceptsGzip ? body : (gunzipSync(body) as CachedResponse['body']), {
        headers: {
          'content-type': 'application/json',
          vary: 'Accept-Encoding, Accept-Language',
          ...(acceptsGzip ? { 'content-encoding': 'gzip' } : {}),
        },
      });
    if (cached?.writes === writes && performance.now() - cached.at < MAX_AGE_MS)
      return answer(cached.body);
    const current = await isCurrent(deps, writes);
    const at = performance.now();
    await next();
    if (c.res.status === STATUS_UNAVAILABLE && cached?.writes === writes) {
      c.res = undefined; // its headers would be added
      c.res = answer(cached.body);
      return undefined;
    }
    if (!current || c.res.status !== 200 || c.res.headers.has('set-cookie')) return undefined;
    // Who asks first gets a fifth of the bytes too.
    const compressed = (acceptsGzip ? c.res : c.res.clone())
      .text()
      .then((text) => gzipAsync(text, { level: GZIP_LEVEL }))
      .then(copyExact);
    const stored = compressed.then((body) => void cache.set(key, { body, writes, at }));
    stored.catch(() => {}); // then it isn't kept; who asked is told by what they wait for
    if (acceptsGzip) c.res = answer(await compressed);
    return undefined;
  });
}
