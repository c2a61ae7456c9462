import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a stream as the body of a response, and ends the stream in every case. `pipeline` alone
 * throws and leaves the stream open if the client disconnected before. Throws errors of either.
 */
export async function sendStream(body: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response);
  } finally {
    body.destroy();
  }
}
