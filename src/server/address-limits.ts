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

/*
 * Limits of one address: open connections, idle connections, calls in progress, pages that are
 * rendered for it. Pages that only some may read are limited by person as well.
 */

export interface AddressLimits {
  connections: number;
  silent: number;
  calls: number;
  /** Pages that are rendered for it. */
  misses: number;
  /** Milliseconds for a body that isn't a form. */
  bodyMs: number;
  /** Milliseconds for which nothing may go over a connection that is being answered. */
  stalledMs: number;
  /** The number of proxies in front, which append to X-Forwarded-For or Forwarded. */
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

/** Counts something by address or person. */
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

/**
 * A browser holds one event stream while it shows a page; api/http/event-streams.ts limits them.
 */
const EVENTS_PATH = '/api/v1/user/events';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Refuses connections beyond the limits, and ends those that stall. Behind a proxy all connections
 * come from it, and it has limits of its own (scripts/deploy/nginx.conf).
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

/**
 * Closes a connection whose body arrives too slowly; forms with pictures have the time of a whole
 * request.
 */
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

/** The address that a request comes from, behind so many proxies. */
export const getRequestAddress = (request: IncomingMessage, proxies: number): string =>
  getClientAddress(request.socket.remoteAddress, request.headers, proxies);

/**
 * Limits the answers in progress of a key. Returns whether one more may start; it ends with the
 * response.
 */
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

/** The same by the address of the request. */
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

/** Limits the pages in progress that are rendered for one person alone. */
export function limitPrivatePages(): (userId: number, response: ServerResponse) => boolean {
  const mayAnswer = limitAnswersInProgress('private-pages', MAX_PRIVATE_PAGES_PER_PERSON);
  return (userId, response) => mayAnswer(String(userId), response);
}

/**
 * The same for pages that must be rendered: one address that requests missing pages would fill
 * everybody's queue.
 */
export const limitPageMisses = (limits: Pick<AddressLimits, 'misses' | 'proxies' | 'exempt'>) =>
  limitConcurrentAnswers('misses', limits);

/** Limits the calls in progress by address; others are answered with 429. */
export function limitCalls(listener: Listener, limits: AddressLimits): Listener {
  const mayCall = limitConcurrentAnswers('calls', limits);
  return (request, response) => {
    limitBodyTime(request, limits.bodyMs);
    return request.url?.startsWith(EVENTS_PATH) || mayCall(request, response)
      ? listener(request, response)
      : sendTooMany(request, response);
  };
}
