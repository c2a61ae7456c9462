import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { countAnswer, countOutcome, createTally, type Tally } from './tally.ts';

/* Pressure by calls: bodies up to and above the limit, and crawlers. */

export interface PressingCalls {
  tally: Tally;
  /** Unanswered calls. */
  readonly openCount: number;
  stop(): Promise<void>;
}

interface Call {
  method?: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  localAddress?: string;
}

const CALL_TIMEOUT_MS = 30_000;

/** Sends a call and counts its outcome. Never throws. */
function sendCall(
  tally: Tally,
  agent: Agent,
  port: number,
  { method = 'GET', path, headers, body, localAddress }: Call,
): Promise<void> {
  tally.sent++;
  const sentAt = performance.now();
  return new Promise((resolve) => {
    let isAnswered = false;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        timeout: CALL_TIMEOUT_MS,
        ...(localAddress === undefined ? {} : { localAddress }),
      },
      (response) => {
        isAnswered = true;
        countAnswer(tally, {
          status: response.statusCode ?? 0,
          hasRetryAfter: response.headers['retry-after'] !== undefined,
          milliseconds: performance.now() - sentAt,
        });
        response.resume().once('close', () => resolve());
      },
    );
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => {
      // A refused body may be closed early: the response counts.
      if (!isAnswered) countOutcome(tally, 'closed');
      resolve();
    });
    sent.end(body);
  });
}

const BOUNDARY = 'overload';
const MEGABYTE = 1024 * 1024;

/** A form with invalid pictures of that many bytes. */
function createForm(files: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 'x');
  const parts = Array.from({ length: files }, (_, index) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="${index}.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]).flat();
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

interface LargeBody {
  path: string;
  type: string;
  body: Buffer;
}

/** Drafts and forms up to and above the limit. */
const createLargeBodies = (): LargeBody[] => [
  {
    path: '/api/v1/thread/draft',
    type: 'application/json',
    body: Buffer.from(`{"thread_id":0,"message":"${'\\u5b57'.repeat(90_000)}"}`),
  },
  {
    path: '/api/v1/thread/draft',
    type: 'application/json',
    body: Buffer.from(`{"thread_id":0,"message":"${'x'.repeat(1_900_000)}"}`),
  },
  { path: '/api/v1/thread/draft', type: 'application/json', body: Buffer.alloc(3 * MEGABYTE, 'x') },
  {
    path: '/api/v1/thread/file',
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: createForm(10, 2 * MEGABYTE - 1),
  },
  {
    path: '/api/v1/thread/file',
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: createForm(12, 2 * MEGABYTE),
  },
];

/** Concurrent senders of large bodies, each one after the other. */
export function sendLargeBodies(
  port: number,
  { senders, tokens }: { senders: number; tokens: readonly string[] },
): PressingCalls {
  const tally = createTally();
  const bodies = createLargeBodies();
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  let isStopped = false;
  let openCount = 0;
  const work = Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let turn = sender; !isStopped; turn++) {
        const { path, type, body } = bodies[turn % bodies.length] as LargeBody;
        const token = tokens[sender % tokens.length];
        openCount++;
        await sendCall(tally, agent, port, {
          method: 'POST',
          path,
          headers: { 'content-type': type, authorization: `Bearer ${token}` },
          body,
        });
        openCount--;
      }
    }),
  );
  return {
    tally,
    get openCount() {
      return openCount;
    },
    async stop() {
      isStopped = true;
      await work;
      agent.destroy();
    },
  };
}

/** Client addresses of crawlers, as proxies forward them. */
const CRAWLER_ADDRESSES = 16;
const CRAWL_TICK_MS = 10;
const MAX_CRAWLER_CALLS = 4_000;

/** Requests each page once at a rate, from several addresses. */
export function crawl(
  port: number,
  { pages, perSecond }: { pages: readonly string[]; perSecond: number },
  localAddressOf: (index: number) => string,
): PressingCalls {
  const tally = createTally();
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const pending = new Set<Promise<void>>();
  let next = 0;
  const timer = setInterval(() => {
    const due = Math.min(
      pages.length,
      Math.floor(((performance.now() - startedAt) * perSecond) / 1_000),
    );
    for (; next < due && pending.size < MAX_CRAWLER_CALLS; next++) {
      const address = next % CRAWLER_ADDRESSES;
      const call = sendCall(tally, agent, port, {
        path: pages[next] as string,
        headers: { 'accept-encoding': 'br', 'x-forwarded-for': `198.51.100.${1 + address}` },
        localAddress: localAddressOf(address),
      }).finally(() => pending.delete(call));
      pending.add(call);
    }
  }, CRAWL_TICK_MS);
  return {
    tally,
    get openCount() {
      return pending.size;
    },
    async stop() {
      clearInterval(timer);
      await Promise.race([Promise.all(pending), delay(CALL_TIMEOUT_MS)]);
      agent.destroy();
    },
  };
}
