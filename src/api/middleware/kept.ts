import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { accepts } from '#platform/accept.ts';
import type { ApiEnv, Deps } from '../context.ts';
import { changesNothing } from './csrf.ts';

/*
 * What every visitor is answered alike is kept, compressed, until something is written: programs
 * ask for the same lists again and again, and twenty threads with all that belongs to them cost 4
 * ms to read and put together. Numbers of views and likes, and "3 minutes ago", may be as old as a
 * reply is kept. While the database doesn't answer they may be older, if nothing else was written
 * since.
 */

/** Bytes, of compressed replies. */
const MEMORY = 16 * 1024 * 1024;
const LIFETIME_MS = 30_000;
const UNAVAILABLE = 503;
/** Above level 1 gzip takes twice the time for a tenth of the size. */
const LEVEL = 1;

const compress = promisify(gzip);

interface Kept {
  body: Buffer<ArrayBuffer>;
  /** How much had been written before it was read. */
  writes: number;
  /** When it was read (ms). */
  at: number;
}

/** Without the rest of the 16 kB that zlib wrote it into, which would be kept with it. */
function exact(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Calls that ask by POST, count, or change nothing that others read. */
const NO_WRITE = /\/(?:view|exists\/\w+|captcha\/solve|preview|draft)$/;
/**
 * Statuses of requests that were refused: nothing was written. After an error of ours something may
 * have been.
 */
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** Tells the replies that are kept here of what was written here, before its writer is answered. */
export const noteWrites = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!changesNothing(c.req.method) && !isRefusal(c.res.status) && !NO_WRITE.test(c.req.path))
      c.var.deps.writes?.note();
  });

/**
 * Whether what is read now shows all that had been written when `writes` was counted: the primary
 * does, a replica when it has caught up. What a replica says that lags may still show what was
 * taken down, and is answered once but not kept.
 */
function currentReads() {
  const caughtUpWith = new WeakMap<Deps, number>();
  return async (deps: Deps, writes: number): Promise<boolean> => {
    if (deps.replica === deps.db || caughtUpWith.get(deps) === writes) return true;
    if (!(await deps.replicaCaughtUp?.().catch(() => false))) return false;
    caughtUpWith.set(deps, writes);
    return true;
  };
}

/** Keeps replies to visitors. All routes that it is used for share one memory. */
export function keptReplies() {
  const replies = new LRUCache<string, Kept>({
    maxSize: MEMORY,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 500,
  });
  const isCurrent = currentReads();
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { actor, deps, lang } = c.var;
    const writes = deps.writes?.count;
    if (actor !== null || writes === undefined || c.req.method !== 'GET') return next();
    const url = c.req.url;
    const key = `${lang} ${url.slice(url.indexOf('/api/'))}`;
    const known = replies.get(key);
    const zipped = accepts(c.req.header('accept-encoding') ?? '', 'gzip');
    const answer = (body: Kept['body']) =>
      new Response(zipped ? body : (gunzipSync(body) as Kept['body']), {
        headers: {
          'content-type': 'application/json',
          vary: 'Accept-Encoding, Accept-Language',
          ...(zipped ? { 'content-encoding': 'gzip' } : {}),
        },
      });
    if (known?.writes === writes && performance.now() - known.at < LIFETIME_MS)
      return answer(known.body);
    const current = await isCurrent(deps, writes);
    const at = performance.now();
    await next();
    if (c.res.status === UNAVAILABLE && known?.writes === writes) {
      c.res = undefined; // its headers would be added
      c.res = answer(known.body);
      return undefined;
    }
    if (!current || c.res.status !== 200 || c.res.headers.has('set-cookie')) return undefined;
    // Who asks first gets a fifth of the bytes too.
    const compressed = (zipped ? c.res : c.res.clone())
      .text()
      .then((text) => compress(text, { level: LEVEL }))
      .then(exact);
    const kept = compressed.then((body) => void replies.set(key, { body, writes, at }));
    kept.catch(() => {}); // then it isn't kept; who asked is told by what they wait for
    if (zipped) c.res = answer(await compressed);
    return undefined;
  });
}
