import { ReadStream, readdirSync, readlinkSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/* Ways in which a client reads or aborts an answer, and a process' resources afterwards. */

export interface SentCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Sends a call on a connection of its own and reads nothing of the answer. */
function openCall(port: number, { method, path, headers, body }: SentCall): Socket {
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    ...headers,
    ...(body ? { 'content-length': String(body.length) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {}); // the server may abort an answer
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (body) socket.write(body);
  return socket;
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

/** Reads an answer to its end. Resolves with its status, or 0 if there was none. */
export async function readWhole(port: number, call: SentCall): Promise<number> {
  const socket = openCall(port, call);
  let head = '';
  socket.on('data', (bytes) => {
    if (head.length < 12) head += bytes.toString('latin1', 0, 12);
  });
  socket.once('end', () => socket.end());
  await closed(socket);
  return Number(head.slice(9, 12));
}

/** Disconnects when the answer begins. */
export async function abortAtFirstByte(port: number, call: SentCall): Promise<void> {
  const socket = openCall(port, call);
  socket.once('readable', () => socket.destroy());
  await closed(socket);
}

/** Disconnects before the answer begins, while the handler runs. */
export async function abortBeforeAnswer(port: number, call: SentCall): Promise<void> {
  const socket = openCall(port, call);
  socket.once('connect', () => setImmediate(() => socket.destroy()));
  await closed(socket);
}

/** Bytes that a slow client reads, one by one, before it stops reading. */
const SLOW_BYTES = 64;

/** Reads some bytes one by one, then none while `meanwhile` runs, then disconnects. */
export async function readSlowly(
  port: number,
  call: SentCall,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const socket = openCall(port, call);
  await new Promise<void>((resolve) => {
    let taken = 0;
    socket.on('readable', () => {
      while (taken < SLOW_BYTES && socket.read(1) !== null) taken++;
      if (taken === SLOW_BYTES) resolve();
    });
    socket.once('close', () => resolve());
  });
  await meanwhile();
  socket.destroy();
}

/** Paths of the files that this process has open. */
export const openFiles = (): string[] =>
  readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${fd}`);
        return /^\/(?!dev\/|proc\/|memfd:)/.test(target) ? [target] : [];
      } catch {
        return []; // closed since
      }
    })
    .sort();

/** Runs the garbage collector and lets finalizers run. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 2; turn++) {
    gc();
    await nextTurn();
  }
}

/** Classes of objects that a finished call must not leave on the heap. */
const OF_A_CALL = [IncomingMessage, ServerResponse, ReadStream, ReadableStream];

/** Reachable call objects by class: more after each call means a leak. */
export const countReachable = (): Record<string, number> =>
  Object.fromEntries(OF_A_CALL.map((type) => [type.name, queryObjects(type, { format: 'count' })]));
