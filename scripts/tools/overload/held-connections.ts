import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { countAnswer, countOutcome, createTally, type Tally } from './tally.ts';

/* Many connections, held as long as possible: endless senders, slow readers. */

export interface HeldConnectionsOptions {
  port: number;
  count: number;
  /** Connections per address; further ones use the next. */
  perAddress: number;
  /** Index of the first address; default: 0. */
  firstAddress?: number;
  /** Connections of the first address over its limit. */
  extra?: number;
  /** Sent at once. */
  head: string;
  /** Sent each second afterwards. */
  trickle?: string;
  /** Reads a kilobyte per second; default: everything. */
  readsSlowly?: boolean;
  /** Reopens a connection that ended. */
  reopens?: boolean;
}

export interface HeldConnections {
  tally: Tally;
  readonly openCount: number;
  stop(): void;
}

const READ_BYTES = 1_024;
/** Each connection has one turn in this many ticks, which take a second together. */
const TICKS = 10;
const TICK_MS = 1_000 / TICKS;
/** More would only wait in the kernel's queue. */
const OPENED_TOGETHER = 100;
const OPENING_PAUSE_MS = 50;
const REOPEN_MS = 1_000;

/** Linux has all of 127.0.0.0/8, so limits per address treat these separately. */
export const localAddressOf = (index: number): string => `127.0.1.${1 + index}`;

/** Opens them; resolves when each was connected or refused once. */
export async function holdConnections({
  port,
  count,
  perAddress,
  firstAddress = 0,
  extra = 0,
  head,
  trickle,
  readsSlowly = false,
  reopens = true,
}: HeldConnectionsOptions): Promise<HeldConnections> {
  const tally = createTally();
  const sockets = new Map<number, Socket>();
  let isStopped = false;

  const open = (index: number): Promise<void> => {
    if (isStopped) return Promise.resolve();
    tally.sent++;
    const sentAt = performance.now();
    let answer = '';
    let isCounted = false;
    const takeBytes = (bytes: Uint8Array): void => {
      if (isCounted) return;
      answer += Buffer.from(bytes).toString('latin1');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
      // A page's head is longer than a slow reader's first read.
      if (!status || (status !== 200 && !answer.includes('\r\n\r\n'))) return;
      isCounted = true;
      countAnswer(tally, {
        status,
        hasRetryAfter: /^retry-after:/im.test(answer),
        milliseconds: performance.now() - sentAt,
      });
    };
    return new Promise((resolve) => {
      const socket = connect({
        host: '127.0.0.1',
        port,
        localAddress: localAddressOf(
          firstAddress + (index < count ? Math.floor(index / perAddress) : 0),
        ),
        onread: {
          buffer: Buffer.alloc(READ_BYTES),
          callback(length, bytes) {
            takeBytes(bytes.subarray(0, length));
            return !readsSlowly;
          },
        },
      });
      sockets.set(index, socket);
      socket.once('connect', () => {
        socket.write(head);
        resolve();
      });
      socket.on('error', () => {}); // closed later
      socket.once('close', () => {
        resolve();
        sockets.delete(index);
        if (isStopped) return;
        if (!isCounted) countOutcome(tally, 'closed');
        if (reopens) setTimeout(open, REOPEN_MS, index).unref();
      });
    });
  };

  let tick = 0;
  const timer = setInterval(() => {
    tick++;
    for (const [index, socket] of sockets) {
      if (index % TICKS !== tick % TICKS || socket.connecting) continue;
      if (trickle !== undefined && socket.writable) socket.write(trickle);
      if (readsSlowly) socket.resume();
    }
  }, TICK_MS);

  const opening: Promise<void>[] = [];
  for (let index = 0; index < count + extra; index++) {
    opening.push(open(index));
    if (index % OPENED_TOGETHER === OPENED_TOGETHER - 1) await delay(OPENING_PAUSE_MS);
  }
  await Promise.all(opening);
  return {
    tally,
    get openCount() {
      return sockets.size;
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}

/** Content-Length of a slow writer. */
const SLOW_WRITER_BYTES = 20_000;

/** The head of a reply whose body never ends, and its first byte. */
export const slowWriterHead = (token: string): string =>
  [
    'POST /api/v1/post HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${SLOW_WRITER_BYTES}`,
    '',
    '{',
  ].join('\r\n');

/** Many pipelined requests, too large for all buffers. */
export const slowReaderHead = (path: string, times: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(times);

/** An unfinished request head. */
export const HALF_HEAD = 'GET /zh HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';
