import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getSessionCookieName } from '#auth/cookies.ts';
import { createSession } from '#auth/session.ts';
import type { Db } from '#db/client.ts';
import { withTimeout } from '#platform/timeout.ts';
import { createToken } from '../../create-token.ts';
import { chooseMembers } from './choose-members.ts';
import { chooseThreads } from './choose-threads.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { createReplyClient } from './reply-client.ts';

/* Cost of open event streams, and delivery time of private messages during other traffic. */

const STREAMS = 10_000;
const OPENED_AT_ONCE = 50;
const LETTERS = 200;
const LETTERS_PER_SECOND = 10;
const REPLIES_PER_SECOND = 20;
const GIVE_UP_MS = 10_000;

interface OpenStream {
  userId: number;
  socket: Socket;
  /** The last unread count from the server; undefined before it. */
  letters: number | undefined;
  onLetters: () => void;
}

async function openStream(db: Db, url: URL, userId: number): Promise<OpenStream> {
  const token = await createSession(db, { userId, kind: 'site', ip: '127.0.0.1', userAgent: '' });
  const cookie = `${getSessionCookieName({ secure: false }, 'site')}=${token}`;
  const socket = connect(Number(url.port), url.hostname);
  const stream: OpenStream = { userId, socket, letters: undefined, onLetters: () => {} };
  let text = '';
  const first = Promise.withResolvers<void>();
  socket.setEncoding('utf8').on('error', first.reject);
  socket.on('close', () => first.reject(new Error('The server ended a stream.')));
  socket.on('data', (chunk: string) => {
    text += chunk;
    const counts = [...text.matchAll(/event: unread\ndata: (\{.*\})\n\n/g)].at(-1)?.[1];
    if (!counts) return;
    text = '';
    stream.letters = (JSON.parse(counts) as { letter_msg_count: number }).letter_msg_count;
    stream.onLetters();
    first.resolve();
  });
  socket.write(
    `GET /api/v1/user/events HTTP/1.1\r\nHost: ${url.host}\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await first.promise;
  return stream;
}

/** Milliseconds from sending a message until the receiver's stream counts it. Throws on timeout. */
async function sendLetter(server: string, sender: string, reader: OpenStream): Promise<number> {
  const before = reader.letters ?? 0;
  const delivered = Promise.withResolvers<number>();
  const sentAt = performance.now();
  reader.onLetters = () => {
    if ((reader.letters ?? 0) > before) delivered.resolve(performance.now() - sentAt);
  };
  const reply = await fetch(`${server}/api/v1/user/letter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sender}` },
    body: JSON.stringify({
      receive_user_id: reader.userId,
      note: `<p>${sentAt}</p>`,
      validate: '',
    }),
  });
  if (reply.status !== 200) throw new Error(`A letter was answered with ${reply.status}.`);
  await reply.arrayBuffer();
  return withTimeout(GIVE_UP_MS, delivered.promise);
}

export async function measureStreams({
  environment: { db },
  server,
  report,
}: BenchContext): Promise<Figure[]> {
  const url = new URL(server.url);
  const people = await chooseMembers(db, STREAMS + 1);
  const sender = people.pop() as number;
  const { token } = await createToken(db, {
    userId: sender,
    name: 'bench',
    scopes: ['read', 'write'],
    days: 1,
  });
  const memoryBefore = server.memory();
  const streams: OpenStream[] = [];
  for (let from = 0; from < people.length; from += OPENED_AT_ONCE) {
    report(`${from} of ${people.length} streams`);
    const next = people.slice(from, from + OPENED_AT_ONCE);
    streams.push(...(await Promise.all(next.map((id) => openStream(db, url, id)))));
  }
  const kilobytesEach = (server.memory() - memoryBefore) / 1_000 / streams.length;

  const threads = await chooseThreads(db, 1_000, { from: 0, to: 2_000 });
  const writers = await createReplyClient(db, server.url, 32);
  const ends = new AbortController();
  const replies = (async () => {
    for (let count = 0; !ends.signal.aborted; count++) {
      await writers.post(threads[count % threads.length] as (typeof threads)[number]);
      await delay(1_000 / REPLIES_PER_SECOND);
    }
  })();
  const deliveries: Promise<number>[] = [];
  for (let count = 0; count < LETTERS; count++) {
    if (count % LETTERS_PER_SECOND === 0) report(`letter ${count} of ${LETTERS}`);
    const reader = streams[Math.floor((count * streams.length) / LETTERS)] as OpenStream;
    const wait = sendLetter(server.url, token, reader);
    wait.catch(() => {}); // reported below, with all others
    deliveries.push(wait);
    await delay(1_000 / LETTERS_PER_SECOND);
  }
  const times = await Promise.all(deliveries);
  ends.abort();
  await replies;
  writers.close();
  for (const { socket } of streams) socket.removeAllListeners('close').destroy();
  return [
    judgeFigure({
      figure: `${streams.length} open event streams: memory per stream / delivery of a private message, p99`,
      unit: 'kB, ms',
      limits: { kilobytesEach: { atMost: 12 }, p99: { atMost: 100 } },
      values: { kilobytesEach, p99: percentile(times, 0.99), p50: median(times) },
      note: `p50 ${median(times).toFixed(0)} ms, while ${REPLIES_PER_SECOND} replies a second come`,
    }),
  ];
}
