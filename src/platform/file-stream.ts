import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { ReadableStream as LazyStream } from 'node:stream/web';

/*
 * Files as response bodies, opened at the first read: an unread body (HEAD) holds no handle. Not by
 * node:fs/promises: Node throws in the whole process if it collects an unclosed handle.
 */

/**
 * The bytes of a file. `onOpen` runs after opening. The file is closed at its end, on errors and
 * when the reader stops. All errors are thrown at the first read.
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

/** Reads a body's first bytes now, so that an initial error fails the call. Cancelling ends it. */
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
