import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { ReadableStream as LazyStream } from 'node:stream/web';

/*
 * Files as response bodies. A file is opened at the first read: an unread body, such as for a HEAD
 * request, holds no handle. node:fs/promises isn't used: Node throws in the whole process if it
 * collects an unclosed handle.
 */

/**
 * The bytes of a file. `onOpen` runs once after opening, before the first byte. The file is closed
 * at its end, on errors and when the reader stops. Errors of opening, reading or `onOpen` are
 * thrown at the first read.
 */
export async function* readFileBytes(
  path: string,
  onOpen: () => Promise<void> = async () => {},
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  try {
    await once(file, 'open').catch((error: unknown) => {
      // Clients may get the message, so it names no path.
      throw new Error('the file cannot be opened', { cause: error });
    });
    await onOpen();
    yield* file;
  } finally {
    file.destroy();
  }
}

/** A body that reads nothing before it is read. Cancelling it ends the generator. */
export const toBody = (bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  LazyStream.from(bytes) as ReadableStream<Uint8Array>;

/**
 * A body whose first bytes are read now, so that an initial error fails the call instead of
 * breaking the body. Cancelling it ends the generator.
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
