import { filterValidSessions } from '#auth/session.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { readMessageCountsOfUsers } from '#domain/notification/read.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Server-sent events of unread counts (R30) and removals (R29). A process knows its own connections
 * only; nothing of them is in the database. PostgreSQL notifies whose messages have changed
 * (migration 0001), changes are gathered for a moment, and one query counts for all users who are
 * connected here.
 */

/** Maximum connections of this process, and of one user. */
const MAX_CONNECTIONS = 10_000;
const MAX_CONNECTIONS_PER_USER = 12;
/** Milliseconds in which changes are gathered. */
const BATCH_MS = 120;
/** Milliseconds between heartbeats: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** Heartbeats between two checks of all sessions: expiry notifies nobody. */
const LOGIN_CHECK_HEARTBEATS = 3;
/** Chunks that a browser may be behind before its connection is closed. */
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
  /** A removal, as JSON of publish/announce-removals.ts. It is sent to all browsers. */
  broadcastRemoval(payload: string): void;
  /** Removals may have been missed: browsers check what they show. */
  broadcastRefresh(): void;
  /** The number of connections. */
  readonly size: number;
  /** Ends all connections. */
  close(): void;
}

const encoder = new TextEncoder();
const encodeEvent = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const HEARTBEAT_CHUNK = encoder.encode(': beat\n\n');
const END_CHUNK = encodeEvent('end', {});
const REFRESH_CHUNK = encodeEvent('again', {});
/** Milliseconds after which a browser reconnects. */
const RETRY_CHUNK = encoder.encode('retry: 4000\n\n');

/** Gathers ids for a moment and passes them on together; `*` is everybody. */
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
      // the browser has closed it first
    }
  };
  const send = (connection: Connection, bytes: Uint8Array) => {
    // the browser has stopped reading
    if ((connection.controller.desiredSize ?? 0) < -MAX_QUEUED_CHUNKS)
      return endConnection(connection);
    try {
      connection.controller.enqueue(bytes);
    } catch {
      removeConnection(connection); // the connection ended in this moment
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
    const bytes = encoder.encode(`event: removals\ndata: [${pendingRemovals.join()}]\n\n`);
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
