/*
 * A process that hangs doesn't end by itself. Who started it asks it again and again, over the
 * channel between them; the answer comes from the main thread's event loop.
 */

/** The question, and its answer. */
export interface LivenessPing {
  ping: number;
}
export interface LivenessPong {
  pong: number;
}

const isPing = (message: unknown): message is LivenessPing =>
  typeof message === 'object' && message !== null && 'ping' in message;
export const isPong = (message: unknown): message is LivenessPong =>
  typeof message === 'object' && message !== null && 'pong' in message;

/** Answers the pings of who started this process, if it has a channel to it. */
export function answerPings(): void {
  process.on('message', (message) => {
    if (isPing(message)) process.send?.({ pong: message.ping } satisfies LivenessPong);
  });
}
