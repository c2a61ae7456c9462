import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientIp } from '#api/middleware/basics.ts';
import { negotiateLang } from '#contracts/language.ts';
import {
  BODY_MS,
  CALLS_AT_ONCE_PER_ADDRESS,
  CONNECTIONS_MAX,
  CONNECTIONS_PER_ADDRESS,
  MISSES_AT_ONCE_PER_ADDRESS,
  SILENT_CONNECTIONS_PER_ADDRESS,
} from '#contracts/limits.ts';
import { translator } from '#i18n/translate.ts';
import { addressBlock } from '#platform/address.ts';
import { isLoopback } from '#platform/env.ts';

/*
 * How much one address may have open: connections, connections that say nothing, calls under work,
 * pages that are made.
 */

export interface ArrivalLimits {
  connections: number;
  silent: number;
  calls: number;
  /** Pages that are made for it. */
  misses: number;
  /** Milliseconds for a body that is no form. */
  bodyMs: number;
  /** Proxies in front, which append to X-Forwarded-For. */
  proxies: number;
  /** Whose connections nobody counts. */
  exempt(address: string): boolean;
}

export const ARRIVALS: Omit<ArrivalLimits, 'proxies'> = {
  connections: CONNECTIONS_PER_ADDRESS,
  silent: SILENT_CONNECTIONS_PER_ADDRESS,
  calls: CALLS_AT_ONCE_PER_ADDRESS,
  misses: MISSES_AT_ONCE_PER_ADDRESS,
  bodyMs: BODY_MS,
  exempt: isLoopback,
};

/** How many of something each address has. */
class Counter {
  private readonly counts = new Map<string, number>();
  add(key: string): number {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count;
  }
  remove(key: string): void {
    const count = (this.counts.get(key) ?? 0) - 1;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }
}

/** A browser holds one such connection as long as it shows a page; api/live.ts limits them. */
const STAYS = '/api/v1/user/events';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Refuses connections beyond the limits. Behind a proxy all come from it, and it has limits of its
 * own (scripts/deploy/nginx.conf).
 */
export function limitConnections(
  server: Server,
  { connections, silent, proxies, exempt }: ArrivalLimits,
): void {
  server.maxConnections = CONNECTIONS_MAX;
  if (proxies > 0) return;
  const open = new Counter();
  const quiet = new Counter();
  const heard = new WeakMap<Socket, () => void>();
  server.on('connection', (socket: Socket) => {
    const remote = clientIp(socket.remoteAddress, undefined, 0);
    if (exempt(remote)) return;
    const address = addressBlock(remote);
    const tooMany = open.add(address) > connections;
    let silentYet = true;
    const tooQuiet = quiet.add(address) > silent;
    const hear = () => {
      if (silentYet) quiet.remove(address);
      silentYet = false;
    };
    heard.set(socket, hear);
    socket.once('close', () => {
      open.remove(address);
      hear();
    });
    if (tooMany || tooQuiet) socket.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage) => heard.get(socket)?.());
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const lang = negotiateLang(undefined, request.headers['accept-language']);
  const body = JSON.stringify({
    code: 429,
    msg: translator(lang)('error.tooMany', { seconds: 1 }),
    err_code: 'tooMany',
  });
  response
    .writeHead(429, {
      'content-type': 'application/json',
      'retry-after': '1',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(body);
  request.resume();
}

/**
 * Ends a connection whose body comes too slowly; forms with pictures have the time of a whole
 * request.
 */
function hurry(request: IncomingMessage, bodyMs: number): void {
  if (
    request.method === 'GET' ||
    request.method === 'HEAD' ||
    request.headers['content-type']?.startsWith('multipart/')
  )
    return;
  const timer = setTimeout(() => request.destroy(), bodyMs);
  const stop = () => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

/**
 * Lets each address have so many answers under way. What it returns says whether one more may be;
 * its place is free again with the end of the answer.
 */
function limitAnswers(
  most: number,
  { proxies, exempt }: Pick<ArrivalLimits, 'proxies' | 'exempt'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const underWay = new Counter();
  return (request, response) => {
    const forwarded = request.headers['x-forwarded-for'];
    const client = clientIp(
      request.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join() : forwarded,
      proxies,
    );
    if (exempt(client)) return true;
    const address = addressBlock(client);
    response.once('close', () => underWay.remove(address));
    return underWay.add(address) <= most;
  };
}

/**
 * The same for pages that have to be made: one address that asks for whatever doesn't exist would
 * fill the queue of all others.
 */
export const limitMisses = (limits: Pick<ArrivalLimits, 'misses' | 'proxies' | 'exempt'>) =>
  limitAnswers(limits.misses, limits);

/** Lets each address have so many calls under work, and refuses others with 429. */
export function limitCalls(listener: Listener, limits: ArrivalLimits): Listener {
  const mayCall = limitAnswers(limits.calls, limits);
  return (request, response) => {
    hurry(request, limits.bodyMs);
    return request.url?.startsWith(STAYS) || mayCall(request, response)
      ? listener(request, response)
      : refuse(request, response);
  };
}
