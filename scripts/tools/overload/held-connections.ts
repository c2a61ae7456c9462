import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { countAnswer, countOutcome, createTally, type Tally } from './tally.ts';

/*
 * Many connections that are held as long as the other side lets them: senders that go on for ever,
 * readers that take a little at a time.
 */

export interface HeldConnectionsOptions {
  port: number;
  count: number;
  /** Of one address; the next ones come from the next. */
  perAddress: number;
  /** The number of the first address; 0 unless said otherwise. */
  firstAddress?: number;
  /** More of the first address, beyond what it may have. */
  extra?: number;
  /** What each connection sends at once. */
  head: string;
  /** What it sends each second from then on. */
  trickle?: string;
  /** It reads a kilobyte each second; otherwise all that comes. */
  readsSlowly?: boolean;
  /** A connection that ended is opened again. */
  reopens?: boolean;
}

export interface HeldConnections {
  tally: Tally;
  /** Connections that are open at the moment. */
  readonly openCount: number;
  stop(): void;
}

const READ_BYTES = 1_024;
/** Each connection has its turn once in so many ticks, which take a second together. */
const TICKS = 10;
const TICK_MS = 1_000 / TICKS;
/** Connections that are opened at once: more would only wait in the kernel's queue. */
const OPENED_TOGETHER = 100;
const OPENING_PAUSE_MS = 50;
const REOPEN_MS = 1_000;

/** Linux has all of 127.0.0.0/8: who counts by address counts these apart. */
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
      // The head of a page is longer than what a slow reader takes first.
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
      socket.on('error', () => {}); // it is closed then
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

/** Bytes that a slow writer says it will send. */
const SLOW_WRITER_BYTES = 20_000;

/** The head of a reply whose body never ends, as its first byte. */
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

/** Many pages asked for one after the other: no buffer on the way holds them all. */
export const slowReaderHead = (path: string, times: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(times);

/** The beginning of a request that never goes on. */
export const HALF_HEAD = 'GET /zh HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';
