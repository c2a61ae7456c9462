import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { accepts } from '#platform/accept.ts';
import type { ApiEnv } from '../context.ts';
import { changesNothing } from './csrf.ts';

/*
 * What every visitor is answered alike is kept, compressed, until something is written: programs ask for the same lists
 * again and again, and twenty threads with all that belongs to them cost 4 ms to read and put together. Numbers of views
 * and likes, and "3 minutes ago", may be as old as a reply is kept.
 */

/** Bytes, of compressed replies. */
const MEMORY = 16 * 1024 * 1024;
/** Milliseconds. */
const LIFETIME = 30_000;
/** Above level 1 gzip takes twice the time for a tenth of the size. */
const LEVEL = 1;

const compress = promisify(gzip);

interface Kept {
  body: Buffer<ArrayBuffer>;
  /** How much had been written before it was read. */
  writes: number;
}

/** Without the rest of the 16 kB that zlib wrote it into, which would be kept with it. */
function exact(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Calls that ask by POST, count, or change nothing that others read. */
const NO_WRITE = /\/(?:view|exists\/\w+|captcha\/solve)$/;

/** Tells the replies that are kept here of what was written here, before its writer is answered. */
export const noteWrites = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!changesNothing(c.req.method) && !NO_WRITE.test(c.req.path)) c.var.deps.writes?.note();
  });

/** Keeps replies to visitors. All routes that it is used for share one memory. */
export function keptReplies() {
  const replies = new LRUCache<string, Kept>({ maxSize: MEMORY, sizeCalculation: ({ body }) => body.length + 500, ttl: LIFETIME });
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { actor, deps, lang } = c.var;
    const writes = deps.writes?.count;
    if (actor !== null || writes === undefined || c.req.method !== 'GET') return next();
    const url = c.req.url;
    const key = `${lang} ${url.slice(url.indexOf('/api/'))}`;
    const known = replies.get(key);
    const zipped = accepts(c.req.header('accept-encoding') ?? '', 'gzip');
    const answer = (body: Kept['body']) => c.body(zipped ? body : (gunzipSync(body) as Kept['body']), 200, { 'content-type': 'application/json', vary: 'Accept-Encoding, Accept-Language', ...(zipped ? { 'content-encoding': 'gzip' } : {}) });
    if (known?.writes === writes) return answer(known.body);
    await next();
    if (c.res.status !== 200 || c.res.headers.has('set-cookie')) return undefined;
    // Who asks first gets a fifth of the bytes too.
    const compressed = (zipped ? c.res : c.res.clone())
      .text()
      .then((text) => compress(text, { level: LEVEL }))
      .then(exact);
    void compressed.then((body) => replies.set(key, { body, writes }));
    if (zipped) c.res = answer(await compressed);
    return undefined;
  });
}
