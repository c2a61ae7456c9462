import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { ReadableStream as LazyStream } from 'node:stream/web';

/*
 * Files as bodies of responses. Nothing is open before the first read: a body that nobody reads,
 * such as that of a HEAD request, holds nothing and needs no end. Handles of node:fs/promises are
 * not used: Node throws in the whole process when it collects one that nobody closed.
 */

/**
 * The bytes of a file. `onOpen` runs once, between the opening of the file and its first byte. The
 * file is closed at its end, at an error, and when the reader stops. Throws what opening, reading
 * or `onOpen` throws, at the first read.
 */
export async function* readFileBytes(
  path: string,
  onOpen: () => Promise<void> = async () => {},
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  try {
    await once(file, 'open').catch((error: unknown) => {
      // Clients may get the message, which names no path then.
      throw new Error('the file cannot be opened', { cause: error });
    });
    await onOpen();
    yield* file;
  } finally {
    file.destroy();
  }
}

/** A body that asks for no bytes before it is read. Its cancellation ends the generator. */
export const toBody = (bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  LazyStream.from(bytes) as ReadableStream<Uint8Array>;

/**
 * A body whose first bytes are read now, so that what keeps them from being read is an error of the
 * call instead of a broken body. Its cancellation ends the generator.
 */
export async function startBody(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<Uint8Array, unknown> | undefined = await bytes.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { value, done } = first ?? (await bytes.next());
        first = undefined;
        if (done) stream.close();
        else stream.enqueue(value);
      },
      cancel: async () => void (await bytes.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
