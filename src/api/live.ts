import { liveSessions } from '#auth/session.ts';
import type { MessageCountsWire } from '#contracts/wire/member.ts';
import type { Db } from '#db/client.ts';
import { readCountsOf } from '#domain/notification/wire.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Browsers that are told, as it comes, of their unread messages (R30) and of what moderators took
 * away (R29), by server-sent events. A process knows its own
 * connections and nothing of them is in the database: PostgreSQL says whose messages have changed
 * (migration 0011), the changes of a moment are gathered, and one query counts for all who are
 * connected here.
 */

/** Connections of this process at most, and of one person. */
const MOST = 10_000;
const MOST_OF_ONE = 12;
/** Milliseconds. What changes within this time is told at once. */
const GATHER = 120;
/** Milliseconds: proxies cut what is silent for a minute. */
const BEAT = 25_000;
/**
 * At every so manieth beat all logins are looked at again: those that expire, and bans that begin,
 * say nothing.
 */
const LOOK = 3;
/** Chunks that a browser may be behind before it is let go. */
const BEHIND = 50;

interface Connection {
  userId: number;
  session: string;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export interface Live {
  /**
   * A stream of events for a browser; undefined when there are too many. `session` is the hash of
   * its token.
   */
  connect(userId: number, session: string): ReadableStream<Uint8Array> | undefined;
  /** Ids with commas, or `*`. */
  unreadChanged(people: string): void;
  loginsChanged(people: string): void;
  /**
   * Something that was taken away, as publish/touch.ts announces it: JSON. All are told, who show
   * it take it from the screen.
   */
  gone(payload: string): void;
  /** Of what was taken away meanwhile nothing is known: who shows something looks at it again. */
  lookAgain(): void;
  /** How many are connected. */
  readonly size: number;
  /** Ends all, for good. */
  close(): void;
}

const encoder = new TextEncoder();
const event = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const BEAT_BYTES = encoder.encode(': beat\n\n');
const END = event('end', {});
const AGAIN = event('again', {});
/** Milliseconds after which a browser whose connection broke tries again. */
const RETRY = encoder.encode('retry: 4000\n\n');

/** Gathers ids for a moment and hands them over together; `*` is everybody. */
function gather(
  known: () => Iterable<number>,
  work: (ids: number[]) => Promise<void>,
  failed: (error: unknown) => void,
): (people: string) => void {
  let waiting = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  const run = async () => {
    timer = undefined;
    const ids = [...waiting];
    waiting = new Set();
    running = true;
    await work(ids).catch(failed);
    running = false;
    if (waiting.size > 0) timer = setTimeout(run, GATHER);
  };
  return (people) => {
    const here = new Set(known());
    for (const id of people === '*' ? here : people.split(',').map(Number))
      if (here.has(id)) waiting.add(id);
    if (waiting.size > 0 && !timer && !running) timer = setTimeout(run, GATHER);
  };
}

export function createLive(db: Db, log: Logger): Live {
  const people = new Map<number, Set<Connection>>();
  let size = 0;
  let closed = false;
  let beats = 0;

  const drop = (connection: Connection) => {
    const own = people.get(connection.userId);
    if (!own?.delete(connection)) return;
    size--;
    if (own.size === 0) people.delete(connection.userId);
  };
  const end = (connection: Connection, last?: Uint8Array) => {
    drop(connection);
    try {
      if (last) connection.controller.enqueue(last);
      connection.controller.close();
    } catch {
      // the browser was faster
    }
  };
  const send = (connection: Connection, bytes: Uint8Array) => {
    // it has stopped reading
    if ((connection.controller.desiredSize ?? 0) < -BEHIND) return end(connection);
    try {
      connection.controller.enqueue(bytes);
    } catch {
      drop(connection); // it ended in this moment
    }
  };
  const connectionsOf = (ids: Iterable<number>): Connection[] =>
    [...ids].flatMap((id) => [...(people.get(id) ?? [])]);
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'browsers could not be told of their messages');

  const tell = async (ids: number[]) => {
    const counts = await readCountsOf(db, ids);
    for (const id of ids)
      for (const connection of people.get(id) ?? [])
        send(connection, event('unread', counts.get(id) as MessageCountsWire));
  };
  const look = async (ids: number[]) => {
    const connections = connectionsOf(ids);
    const hold = await liveSessions(db, [...new Set(connections.map(({ session }) => session))]);
    for (const connection of connections) if (!hold.has(connection.session)) end(connection, END);
  };
  let taken: string[] = [];
  const tellTaken = () => {
    const bytes = encoder.encode(`event: gone\ndata: [${taken.join()}]\n\n`);
    taken = [];
    for (const connection of connectionsOf(people.keys())) send(connection, bytes);
  };
  const unreadChanged = gather(() => people.keys(), tell, warn);
  const loginsChanged = gather(() => people.keys(), look, warn);

  const pulse = setInterval(() => {
    for (const connection of connectionsOf(people.keys())) send(connection, BEAT_BYTES);
    if (++beats % LOOK === 0) loginsChanged('*');
  }, BEAT).unref();

  return {
    connect(userId, session) {
      const own = people.get(userId) ?? new Set<Connection>();
      if (closed || size >= MOST || own.size >= MOST_OF_ONE) return undefined;
      let connection: Connection;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          connection = { userId, session, controller };
          own.add(connection);
          people.set(userId, own);
          size++;
          controller.enqueue(RETRY);
          unreadChanged(String(userId));
        },
        cancel: () => drop(connection),
      });
    },
    unreadChanged,
    loginsChanged,
    gone(payload) {
      if (size > 0 && taken.push(payload) === 1) setTimeout(tellTaken, GATHER);
    },
    lookAgain() {
      for (const connection of connectionsOf(people.keys())) send(connection, AGAIN);
    },
    get size() {
      return size;
    },
    close() {
      closed = true;
      clearInterval(pulse);
      for (const connection of connectionsOf(people.keys())) end(connection);
    },
  };
}
