import type { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import { DISCARD_BYTES, DISCARD_MS } from '#contracts/limits.ts';
import type { ApiEnv, Ctx } from '../context.ts';
import { isTooMuch, lengthCheck, unstorable } from '../json.ts';

/*
 * Bodies are judged by their size before they are held, and by their shape before they are parsed.
 */

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Takes what its sender is still sending, up to DISCARD_BYTES and DISCARD_MS, so that the sender
 * gets to read the answer.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<{ done: true; value?: undefined }>((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), DISCARD_MS);
  });
  for (let taken = 0; taken < DISCARD_BYTES; ) {
    const { done, value } = await Promise.race([reader.read(), late]);
    if (done) break;
    taken += value.byteLength;
  }
  clearTimeout(timer);
  await reader.cancel().catch(() => {});
}

/** Throws unsupported for a body that is compressed: what it would become isn't limited. */
export function refuseEncoded(c: Ctx): void {
  if ((c.req.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new AppError('unsupported');
}

/** Throws tooLarge when the body says that it is longer than this. */
export async function refuseLarge(c: Ctx, most: number): Promise<void> {
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared <= most) return;
  if (declared <= DISCARD_BYTES)
    await discard(c.req.raw.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>);
  throw new AppError('tooLarge');
}

/**
 * The body's bytes as they come. Throws tooLarge when they are more than `most`, and malformed when
 * its sender goes.
 */
export async function* bytesOf(c: Ctx, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = c.req.raw.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  for (let size = 0; ; ) {
    const { done, value } = (await reader?.read().catch(brokenOff)) ?? {
      done: true,
      value: undefined,
    };
    if (done) return;
    size += value.byteLength;
    if (size > most) {
      await discard(reader as ReadableStreamDefaultReader<Uint8Array>);
      throw new AppError('tooLarge');
    }
    yield value;
  }
}

/** The body's bytes, of which no more than `most` are held. Throws tooLarge. */
async function readAtMost(c: Ctx, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(c, most)) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/**
 * Node lets no more bytes through than content-length says; only a body without one has to be
 * counted here.
 */
const isCounted = (c: Ctx): boolean =>
  c.req.header('content-length') !== undefined && c.req.header('transfer-encoding') === undefined;

/**
 * What was read stands where the framework looks for it, which keeps promises of bodies there,
 * whatever its types say.
 */
export const keep = <Form extends 'text' | 'arrayBuffer'>(
  c: Ctx,
  form: Form,
  body: NonNullable<Ctx['req']['bodyCache'][Form]>,
): void => {
  c.req.bodyCache[form] = Promise.resolve(body) as never;
};

/** Whoever sent the body has gone: nobody reads the answer, and nothing of ours is wrong. */
function brokenOff(): never {
  throw new AppError('malformed', { values: { field: 'body' } });
}

/** What isn't UTF-8 would lose what its sender meant: it is refused, not mended. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
function decoded(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('malformed', {
      values: { field: 'body' },
      payload: [{ field: '', message: 'not UTF-8' }],
    });
  }
}

/** The body as text. Throws tooLarge, and malformed for what isn't UTF-8. */
async function textOf(c: Ctx, most: number): Promise<string> {
  await refuseLarge(c, most);
  const bytes = isCounted(c)
    ? await c.req.raw.arrayBuffer().catch(brokenOff)
    : await readAtMost(c, most);
  const text = decoded(bytes);
  keep(c, 'text', text);
  return text;
}

function parse(text: string): unknown {
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
export const jsonWithin = (bytes: number, schema: z.ZodType) => {
  const checkLengths = lengthCheck(schema);
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (JSON_TYPE.test(c.req.header('content-type') ?? '')) {
      refuseEncoded(c);
      const text = await textOf(c, bytes);
      if (isTooMuch(text)) throw new AppError('tooLarge');
      const value = parse(text);
      const field = unstorable(value);
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
