import type { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import { DISCARD_MS, MAX_DISCARDED_BYTES } from '#platform/limits.ts';
import { withTimeout } from '#platform/timeout.ts';
import type { ApiContext, ApiEnv } from '../context.ts';
import { createLengthCheck, exceedsJsonLimits, findUnstorableText } from '../json-limits.ts';

/* Bodies are checked by size before they are buffered, and by shape before they are parsed. */

const JSON_CONTENT_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Discards up to MAX_DISCARDED_BYTES in DISCARD_MS, so that the client can read the response. */
async function drainBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const drain = async () => {
    for (let discardedBytes = 0; discardedBytes < MAX_DISCARDED_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      discardedBytes += value.byteLength;
    }
  };
  await withTimeout(DISCARD_MS, drain()).catch(() => {});
  await reader.cancel().catch(() => {});
}

/** Throws unsupported for a compressed body: its decompressed size isn't limited. */
export function rejectEncodedBody(c: ApiContext): void {
  if ((c.req.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new AppError('unsupported');
}

export async function rejectLargeBody(c: ApiContext, maxBytes: number): Promise<void> {
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared <= maxBytes) return;
  if (declared <= MAX_DISCARDED_BYTES)
    await drainBody(c.req.raw.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>);
  throw new AppError('tooLarge');
}

/** The body's bytes as they arrive. Throws tooLarge, and malformed if the client disconnects. */
export async function* readBodyChunks(
  c: ApiContext,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = c.req.raw.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  for (let size = 0; ; ) {
    const { done, value } = (await reader?.read().catch(throwAborted)) ?? {
      done: true,
      value: undefined,
    };
    if (done) return;
    size += value.byteLength;
    if (size > maxBytes) {
      await drainBody(reader as ReadableStreamDefaultReader<Uint8Array>);
      throw new AppError('tooLarge');
    }
    yield value;
  }
}

/** The body's bytes, at most `maxBytes`. Throws tooLarge. */
async function readBodyBytes(c: ApiContext, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBodyChunks(c, maxBytes)) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Node enforces content-length, so only a body without it is counted here. */
const hasDeclaredLength = (c: ApiContext): boolean =>
  c.req.header('content-length') !== undefined && c.req.header('transfer-encoding') === undefined;

/** Stores the parsed body in the framework's cache, which holds promises, contrary to its types. */
export const cacheBody = <Form extends 'text' | 'arrayBuffer'>(
  c: ApiContext,
  form: Form,
  body: NonNullable<ApiContext['req']['bodyCache'][Form]>,
): void => {
  c.req.bodyCache[form] = Promise.resolve(body) as never;
};

/** The client has disconnected: nobody reads the response, and it isn't our error. */
function throwAborted(): never {
  throw new AppError('malformed', { values: { field: 'body' } });
}

/** Invalid UTF-8 is refused: decoding it would lose text. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new AppError('malformed', {
      values: { field: 'body' },
      payload: [{ field: '', message: 'not UTF-8' }],
    });
  }
}

/** Throws tooLarge, and malformed for invalid UTF-8. */
async function readBodyText(c: ApiContext, maxBytes: number): Promise<string> {
  await rejectLargeBody(c, maxBytes);
  const bytes = hasDeclaredLength(c)
    ? await c.req.raw.arrayBuffer().catch(throwAborted)
    : await readBodyBytes(c, maxBytes);
  const text = decodeUtf8(bytes);
  cacheBody(c, 'text', text);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed', { values: { field: 'body' } });
  }
}

/**
 * Checks a JSON body before its schema. Throws tooLarge for excessive size, depth or count, and
 * malformed for invalid JSON, arrays over the schema's length, and unstorable text.
 */
export const limitJsonBody = (bytes: number, schema: z.ZodType) => {
  const checkLengths = createLengthCheck(schema);
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (JSON_CONTENT_TYPE.test(c.req.header('content-type') ?? '')) {
      rejectEncodedBody(c);
      const text = await readBodyText(c, bytes);
      if (exceedsJsonLimits(text)) throw new AppError('tooLarge');
      const value = parseJson(text);
      const field = findUnstorableText(value);
      if (field !== undefined)
        throw new AppError('malformed', {
          values: { field: field || 'body' },
          payload: [{ field, message: 'NUL or half a character' }],
        });
      checkLengths?.(value);
    }
    await next();
  });
};
