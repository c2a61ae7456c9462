/* Liveness pings from the parent, answered by the main thread's event loop. */

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

/** Answers the parent's pings, if there is a channel. */
export function answerPings(): void {
  process.on('message', (message) => {
    if (isPing(message)) process.send?.({ pong: message.ping } satisfies LivenessPong);
  });
}
