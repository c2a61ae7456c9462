import { filterValidSessions } from '#auth/session.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { readMessageCountsOfUsers } from '#domain/notification/read.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Browsers that are told, as it comes, of their unread messages (R30) and of what moderators took
 * away (R29), by server-sent events. A process knows its own
 * connections and nothing of them is in the database: PostgreSQL says whose messages have changed
 * (migration 0001), the changes of a moment are gathered, and one query counts for all who are
 * connected here.
 */

/** Connections of this process at most, and of one person. */
const MAX_CONNECTIONS = 10_000;
const MAX_CONNECTIONS_PER_USER = 12;
/** Milliseconds. What changes within this time is told at once. */
const BATCH_MS = 120;
/** Milliseconds: proxies cut what is silent for a minute. */
const HEARTBEAT_MS = 25_000;
/**
 * At every so manieth beat all logins are looked at again: those that expire, and bans that begin,
 * say nothing.
 */
const LOGIN_CHECK_HEARTBEATS = 3;
/** Chunks that a browser may be behind before it is let go. */
const MAX_QUEUED_CHUNKS = 50;

interface Connection {
  userId: number;
  session: string;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export interface EventStreams {
  /**
   * A stream of events for a browser; undefined when there are too many. `session` is the hash of
   * its token.
   */
  connect(userId: number, session: string): ReadableStream<Uint8Array> | undefined;
  /** Ids with commas, or `*`. */
  unreadChanged(userIds: string): void;
  loginsChanged(userIds: string): void;
  /**
   * Something that was taken away, as publish/invalidation.ts announces it: JSON. All are told, who
   * show it take it from the screen.
   */
  broadcastRemoval(payload: string): void;
  /** Of what was taken away meanwhile nothing is known: who shows something looks at it again. */
  broadcastRefresh(): void;
  /** How many are connected. */
  readonly size: number;
  /** Ends all, for good. */
  close(): void;
}

const encoder = new TextEncoder();
const encodeEvent = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const HEARTBEAT_CHUNK = encoder.encode(': beat\n\n');
const END_CHUNK = encodeEvent('end', {});
const REFRESH_CHUNK = encodeEvent('again', {});
/** Milliseconds after which a browser whose connection broke tries again. */
const RETRY_CHUNK = encoder.encode('retry: 4000\n\n');

/** Gathers ids for a moment and hands them over together; `*` is everybody. */
function batchUserIds(
  getConnectedIds: () => Iterable<number>,
  handleBatch: (ids: number[]) => Promise<void>,
  onError: (error: unknown) => void,
): (userIds: string) => void {
  let pendingIds = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  const run = async () => {
    timer = undefined;
    const ids = [...pendingIds];
    pendingIds = new Set();
    running = true;
    await handleBatch(ids).catch(onError);
    running = false;
    if (pendingIds.size > 0) timer = setTimeout(run, BATCH_MS);
  };
  return (userIds) => {
    const connectedIds = new Set(getConnectedIds());
    for (const id of userIds === '*' ? connectedIds : userIds.split(',').map(Number))
      if (connectedIds.has(id)) pendingIds.add(id);
    if (pendingIds.size > 0 && !timer && !running) timer = setTimeout(run, BATCH_MS);
  };
}

export function createEventStreams(db: Db, log: Logger): EventStreams {
  const connectionsByUser = new Map<number, Set<Connection>>();
  let size = 0;
  let closed = false;
  let beats = 0;

  const removeConnection = (connection: Connection) => {
    const userConnections = connectionsByUser.get(connection.userId);
    if (!userConnections?.delete(connection)) return;
    size--;
    if (userConnections.size === 0) connectionsByUser.delete(connection.userId);
  };
  const endConnection = (connection: Connection, last?: Uint8Array) => {
    removeConnection(connection);
    try {
      if (last) connection.controller.enqueue(last);
      connection.controller.close();
    } catch {
      // the browser was faster
    }
  };
  const send = (connection: Connection, bytes: Uint8Array) => {
    // it has stopped reading
    if ((connection.controller.desiredSize ?? 0) < -MAX_QUEUED_CHUNKS)
      return endConnection(connection);
    try {
      connection.controller.enqueue(bytes);
    } catch {
      removeConnection(connection); // it ended in this moment
    }
  };
  const connectionsOf = (ids: Iterable<number>): Connection[] =>
    [...ids].flatMap((id) => [...(connectionsByUser.get(id) ?? [])]);
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'browsers could not be told of their messages');

  const sendUnreadCounts = async (ids: number[]) => {
    const counts = await readMessageCountsOfUsers(db, ids);
    for (const id of ids)
      for (const connection of connectionsByUser.get(id) ?? [])
        send(connection, encodeEvent('unread', counts.get(id) as MessageCountsWire));
  };
  const endInvalidLogins = async (ids: number[]) => {
    const connections = connectionsOf(ids);
    const validSessions = await filterValidSessions(db, [
      ...new Set(connections.map(({ session }) => session)),
    ]);
    for (const connection of connections)
      if (!validSessions.has(connection.session)) endConnection(connection, END_CHUNK);
  };
  let pendingRemovals: string[] = [];
  const sendRemovals = () => {
    const bytes = encoder.encode(`event: gone\ndata: [${pendingRemovals.join()}]\n\n`);
    pendingRemovals = [];
    for (const connection of connectionsOf(connectionsByUser.keys())) send(connection, bytes);
  };
  const unreadChanged = batchUserIds(() => connectionsByUser.keys(), sendUnreadCounts, logFailure);
  const loginsChanged = batchUserIds(() => connectionsByUser.keys(), endInvalidLogins, logFailure);

  const heartbeatTimer = setInterval(() => {
    for (const connection of connectionsOf(connectionsByUser.keys()))
      send(connection, HEARTBEAT_CHUNK);
    if (++beats % LOGIN_CHECK_HEARTBEATS === 0) loginsChanged('*');
  }, HEARTBEAT_MS).unref();

  return {
    connect(userId, session) {
      const userConnections = connectionsByUser.get(userId) ?? new Set<Connection>();
      if (closed || size >= MAX_CONNECTIONS || userConnections.size >= MAX_CONNECTIONS_PER_USER)
        return undefined;
      let connection: Connection;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          connection = { userId, session, controller };
          userConnections.add(connection);
          connectionsByUser.set(userId, userConnections);
          size++;
          controller.enqueue(RETRY_CHUNK);
          unreadChanged(String(userId));
        },
        cancel: () => removeConnection(connection),
      });
    },
    unreadChanged,
    loginsChanged,
    broadcastRemoval(payload) {
      if (size > 0 && pendingRemovals.push(payload) === 1) setTimeout(sendRemovals, BATCH_MS);
    },
    broadcastRefresh() {
      for (const connection of connectionsOf(connectionsByUser.keys()))
        send(connection, REFRESH_CHUNK);
    },
    get size() {
      return size;
    },
    close() {
      closed = true;
      clearInterval(heartbeatTimer);
      for (const connection of connectionsOf(connectionsByUser.keys())) endConnection(connection);
    },
  };
}
