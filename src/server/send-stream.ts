import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a stream as a response body, and always ends the stream: `pipeline` leaves it open if the
 * client disconnected before. Throws errors of either.
 */
export async function sendStream(body: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response);
  } finally {
    body.destroy();
  }
}
