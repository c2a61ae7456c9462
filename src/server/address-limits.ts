import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { negotiateLang } from '#contracts/language.ts';
import { translator } from '#i18n/translator.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import { getClientAddress } from '#platform/client-address.ts';
import { isLoopback } from '#platform/env.ts';
import {
  BODY_TIMEOUT_MS,
  MAX_CONCURRENT_CALLS_PER_ADDRESS,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_PRIVATE_PAGES_PER_PERSON,
  MAX_SILENT_CONNECTIONS_PER_ADDRESS,
  MAX_WAITING_PAGES_PER_ADDRESS,
  STALLED_CONNECTION_MS,
} from '#platform/limits.ts';
import { refusedAtEdge } from '#platform/metrics.ts';
import { sendPlainAnswer } from './plain-answer.ts';

/* Limits of an address: connections, calls in progress, rendered pages. */

export interface AddressLimits {
  connections: number;
  silent: number;
  calls: number;
  /** Pages in rendering. */
  misses: number;
  /** Milliseconds for a body other than a form. */
  bodyMs: number;
  /** Milliseconds without traffic while a response is being sent. */
  stalledMs: number;
  /** The number of proxies that append to X-Forwarded-For or Forwarded. */
  proxies: number;
  /** Addresses whose connections aren't counted. */
  exempt(address: string): boolean;
}

export const ADDRESS_LIMITS: Omit<AddressLimits, 'proxies'> = {
  connections: MAX_CONNECTIONS_PER_ADDRESS,
  silent: MAX_SILENT_CONNECTIONS_PER_ADDRESS,
  calls: MAX_CONCURRENT_CALLS_PER_ADDRESS,
  misses: MAX_WAITING_PAGES_PER_ADDRESS,
  bodyMs: BODY_TIMEOUT_MS,
  stalledMs: STALLED_CONNECTION_MS,
  exempt: isLoopback,
};

/** Counters by address or person. */
class KeyCounter {
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

/** A browser has one event stream per open page; api/http/event-streams.ts limits them. */
const EVENTS_PATH = '/api/v1/user/events';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Refuses connections over the limits, and ends stalled ones. A proxy is exempt and has its own
 * limits (scripts/deploy/nginx.conf).
 */
export function limitConnections(
  server: Server,
  { connections, silent, stalledMs, proxies, exempt }: AddressLimits,
): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = stalledMs;
  if (proxies > 0) return;
  const openConnections = new KeyCounter();
  const silentConnections = new KeyCounter();
  const endSilenceBySocket = new WeakMap<Socket, () => void>();
  server.on('connection', (socket: Socket) => {
    const remote = getClientAddress(socket.remoteAddress, {}, 0);
    if (exempt(remote)) return;
    const address = toAddressBlock(remote);
    const tooMany = openConnections.add(address) > connections;
    let isSilent = true;
    const hasTooManySilent = silentConnections.add(address) > silent;
    const endSilence = () => {
      if (isSilent) silentConnections.remove(address);
      isSilent = false;
    };
    endSilenceBySocket.set(socket, endSilence);
    socket.once('close', () => {
      openConnections.remove(address);
      endSilence();
    });
    if (!tooMany && !hasTooManySilent) return;
    refusedAtEdge.inc({ limit: tooMany ? 'connections' : 'silent' });
    socket.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage) =>
    endSilenceBySocket.get(socket)?.(),
  );
}

function sendTooMany(request: IncomingMessage, response: ServerResponse): void {
  const lang = negotiateLang(undefined, request.headers['accept-language']);
  const body = JSON.stringify({
    code: 429,
    msg: translator(lang)('error.tooMany', { seconds: 1 }),
    err_code: 'tooMany',
  });
  const headers = {
    'content-type': 'application/json',
    'retry-after': '1',
    'cache-control': 'no-store',
    connection: 'close',
  };
  sendPlainAnswer(response, 429, headers, body);
  request.resume();
}

/** Closes a connection whose body is too slow; forms with pictures have a request's full time. */
function limitBodyTime(request: IncomingMessage, bodyMs: number): void {
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

/** The client's address behind this many proxies. */
export const getRequestAddress = (request: IncomingMessage, proxies: number): string =>
  getClientAddress(request.socket.remoteAddress, request.headers, proxies);

/** Limits a key's responses in progress. Returns whether another may start. */
function limitAnswersInProgress(
  limit: string,
  max: number,
): (key: string, response: ServerResponse) => boolean {
  const activeAnswers = new KeyCounter();
  return (key, response) => {
    response.once('close', () => activeAnswers.remove(key));
    const isAllowed = activeAnswers.add(key) <= max;
    if (!isAllowed) refusedAtEdge.inc({ limit });
    return isAllowed;
  };
}

/** The same by the request's address. */
function limitConcurrentAnswers<Limit extends 'calls' | 'misses'>(
  limit: Limit,
  limits: Pick<AddressLimits, Limit | 'proxies' | 'exempt'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const mayAnswer = limitAnswersInProgress(limit, limits[limit]);
  return (request, response) => {
    const client = getRequestAddress(request, limits.proxies);
    return limits.exempt(client) || mayAnswer(toAddressBlock(client), response);
  };
}

/** Limits a person's private pages in progress. */
export function limitPrivatePages(): (userId: number, response: ServerResponse) => boolean {
  const mayAnswer = limitAnswersInProgress('private-pages', MAX_PRIVATE_PAGES_PER_PERSON);
  return (userId, response) => mayAnswer(String(userId), response);
}

/** The same for missing pages: otherwise one address could fill the common queue. */
export const limitPageMisses = (limits: Pick<AddressLimits, 'misses' | 'proxies' | 'exempt'>) =>
  limitConcurrentAnswers('misses', limits);

/** Limits calls in progress by address; further ones get 429. */
export function limitCalls(listener: Listener, limits: AddressLimits): Listener {
  const mayCall = limitConcurrentAnswers('calls', limits);
  return (request, response) => {
    limitBodyTime(request, limits.bodyMs);
    return request.url?.startsWith(EVENTS_PATH) || mayCall(request, response)
      ? listener(request, response)
      : sendTooMany(request, response);
  };
}
