import type { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import { DISCARD_MS, MAX_DISCARDED_BYTES } from '#contracts/limits.ts';
import type { ApiContext, ApiEnv } from '../context.ts';
import { createLengthCheck, exceedsJsonLimits, findUnstorableText } from '../json-limits.ts';

/*
 * Bodies are judged by their size before they are held, and by their shape before they are parsed.
 */

const JSON_CONTENT_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Takes what its sender is still sending, up to MAX_DISCARDED_BYTES and DISCARD_MS, so that the
 * sender gets to read the answer.
 */
async function drainBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<{ done: true; value?: undefined }>((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), DISCARD_MS);
  });
  for (let discardedBytes = 0; discardedBytes < MAX_DISCARDED_BYTES; ) {
    const { done, value } = await Promise.race([reader.read(), timeout]);
    if (done) break;
    discardedBytes += value.byteLength;
  }
  clearTimeout(timer);
  await reader.cancel().catch(() => {});
}

/** Throws unsupported for a body that is compressed: what it would become isn't limited. */
export function rejectEncodedBody(c: ApiContext): void {
  if ((c.req.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new AppError('unsupported');
}

/** Throws tooLarge when the body says that it is longer than this. */
export async function rejectLargeBody(c: ApiContext, maxBytes: number): Promise<void> {
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared <= maxBytes) return;
  if (declared <= MAX_DISCARDED_BYTES)
    await drainBody(c.req.raw.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>);
  throw new AppError('tooLarge');
}

/**
 * The body's bytes as they come. Throws tooLarge when they are more than `most`, and malformed when
 * its sender goes.
 */
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

/** The body's bytes, of which no more than `most` are held. Throws tooLarge. */
async function readBodyBytes(c: ApiContext, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBodyChunks(c, maxBytes)) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/**
 * Node lets no more bytes through than content-length says; only a body without one has to be
 * counted here.
 */
const hasDeclaredLength = (c: ApiContext): boolean =>
  c.req.header('content-length') !== undefined && c.req.header('transfer-encoding') === undefined;

/**
 * What was read stands where the framework looks for it, which keeps promises of bodies there,
 * whatever its types say.
 */
export const cacheBody = <Form extends 'text' | 'arrayBuffer'>(
  c: ApiContext,
  form: Form,
  body: NonNullable<ApiContext['req']['bodyCache'][Form]>,
): void => {
  c.req.bodyCache[form] = Promise.resolve(body) as never;
};

/** Whoever sent the body has gone: nobody reads the answer, and nothing of ours is wrong. */
function throwAborted(): never {
  throw new AppError('malformed', { values: { field: 'body' } });
}

/** What isn't UTF-8 would lose what its sender meant: it is refused, not mended. */
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

/** The body as text. Throws tooLarge, and malformed for what isn't UTF-8. */
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
 * Stands before the schema of a JSON body of at most `bytes`. Throws tooLarge for what is longer,
 * deeper or more than any call needs, and malformed for what isn't JSON, for longer arrays than the
 * schema allows, and for text that can't be stored.
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
