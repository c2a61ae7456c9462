import type { Writable } from 'node:stream';
import { filterValidSessions } from '#auth/session.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { readMessageCountsOfUsers } from '#domain/notification/read.ts';
import type { FollowedThread } from '#domain/thread/read-followed.ts';
import type { Logger } from '#platform/log.ts';
import { streamsOpen } from '#platform/metrics.ts';

/*
 * Server-sent events of unread counts (R30), removals (R29) and changes of threads that browsers
 * have open. A process knows its own connections only; nothing of them is in the database.
 * PostgreSQL notifies whose messages have changed (migration 0001), changes are gathered for a
 * moment, and one query counts for all users who are connected here. Events are written to Node's
 * response: a web stream of each would hold half as much memory again.
 */

/** Maximum connections of this process, and of one user. */
const MAX_CONNECTIONS = 10_000;
const MAX_CONNECTIONS_PER_USER = 12;
/**
 * Milliseconds in which changes are gathered. A letter is waited for; what was taken away is told
 * of when its pages are gone, as a rule, and not before.
 */
const UNREAD_BATCH_MS = 40;
const BATCH_MS = 120;
/** Milliseconds between heartbeats: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** Heartbeats between two checks of all sessions: expiry notifies nobody. */
const LOGIN_CHECK_HEARTBEATS = 3;
/** Bytes that a browser may be behind before its connection is closed. */
const MAX_QUEUED_BYTES = 16_384;

interface Connection {
  userId: number;
  session: string;
  threadIds: readonly number[];
  response: Writable;
}

export interface EventStreams {
  /** Whether there is room for one more connection of a user. */
  hasRoom(userId: number): boolean;
  /**
   * Writes events to a browser's response until one of both ends. `session` is the hash of its
   * token; `threads`: those that the user may read and has open.
   */
  connect(
    response: Writable,
    userId: number,
    session: string,
    threads?: readonly FollowedThread[],
  ): void;
  /** Ids with commas, or `*`. */
  unreadChanged(userIds: string): void;
  loginsChanged(userIds: string): void;
  /** Ids with commas: pages of these threads were published anew. */
  threadsChanged(threadIds: string): void;
  /** A removal, as JSON of publish/outbox/announce-removals.ts. It is sent to all browsers. */
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
/**
 * Milliseconds after which a browser reconnects, each after another time: all that a server had
 * would otherwise come to the next one, or to itself started again, in one moment.
 */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [4_000, 9_000];
const encodeRetry = (): Uint8Array =>
  encoder.encode(
    `retry: ${Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS))}\n\n`,
  );

/** Gathers ids of `connections` for a moment and passes them on together; `*` is everybody. */
function batchUserIds(
  connections: ReadonlyMap<number, unknown>,
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
    if (pendingIds.size > 0) timer = setTimeout(run, UNREAD_BATCH_MS);
  };
  return (userIds) => {
    for (const id of userIds === '*' ? connections.keys() : userIds.split(',').map(Number))
      if (connections.has(id)) pendingIds.add(id);
    if (pendingIds.size > 0 && !timer && !running) timer = setTimeout(run, UNREAD_BATCH_MS);
  };
}

export function createEventStreams(db: Db, log: Logger): EventStreams {
  const connectionsByUser = new Map<number, Set<Connection>>();
  const connectionsByThread = new Map<number, Set<Connection>>();
  let size = 0;
  let closed = false;
  let beats = 0;

  const removeConnection = (connection: Connection) => {
    const userConnections = connectionsByUser.get(connection.userId);
    if (!userConnections?.delete(connection)) return;
    streamsOpen.set(--size);
    if (userConnections.size === 0) connectionsByUser.delete(connection.userId);
    for (const id of connection.threadIds) {
      connectionsByThread.get(id)?.delete(connection);
      if (connectionsByThread.get(id)?.size === 0) connectionsByThread.delete(id);
    }
  };
  const endConnection = (connection: Connection, last?: Uint8Array) => {
    removeConnection(connection);
    connection.response.end(last);
  };
  const send = (connection: Connection, bytes: Uint8Array) => {
    if (connection.response.writableLength <= MAX_QUEUED_BYTES) connection.response.write(bytes);
    else connection.response.destroy(); // the browser has stopped reading
  };
  const connectionsOf = (ids: Iterable<number>): Connection[] =>
    [...ids].flatMap((id) => [...(connectionsByUser.get(id) ?? [])]);
  const logFailure = (error: unknown) => log.warn({ err: error }, 'events.notSent');

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
  let pendingThreadIds = new Set<number>();
  const sendThreads = () => {
    const changed = pendingThreadIds;
    pendingThreadIds = new Set();
    const followers = [...changed].flatMap((id) => [...(connectionsByThread.get(id) ?? [])]);
    for (const connection of new Set(followers))
      send(
        connection,
        encodeEvent(
          'threads',
          connection.threadIds.filter((id) => changed.has(id)),
        ),
      );
  };
  const unreadChanged = batchUserIds(connectionsByUser, sendUnreadCounts, logFailure);
  const loginsChanged = batchUserIds(connectionsByUser, endInvalidLogins, logFailure);

  const heartbeatTimer = setInterval(() => {
    for (const connection of connectionsOf(connectionsByUser.keys()))
      send(connection, HEARTBEAT_CHUNK);
    if (++beats % LOGIN_CHECK_HEARTBEATS === 0) loginsChanged('*');
  }, HEARTBEAT_MS).unref();

  return {
    hasRoom: (userId) =>
      !closed &&
      size < MAX_CONNECTIONS &&
      (connectionsByUser.get(userId)?.size ?? 0) < MAX_CONNECTIONS_PER_USER,
    connect(response, userId, session, threads = []) {
      if (closed || response.destroyed) return void response.end();
      const threadIds = threads.map(({ id }) => id);
      const connection: Connection = { userId, session, threadIds, response };
      response.once('close', () => removeConnection(connection));
      const userConnections = connectionsByUser.get(userId) ?? new Set<Connection>();
      connectionsByUser.set(userId, userConnections.add(connection));
      for (const id of threadIds)
        connectionsByThread.set(id, (connectionsByThread.get(id) ?? new Set()).add(connection));
      streamsOpen.set(++size);
      response.write(encodeRetry());
      const recentIds = threads.filter(({ isRecent }) => isRecent).map(({ id }) => id);
      if (recentIds.length > 0) response.write(encodeEvent('threads', recentIds));
      unreadChanged(String(userId));
    },
    unreadChanged,
    loginsChanged,
    threadsChanged(threadIds) {
      const followed = threadIds
        .split(',')
        .map(Number)
        .filter((id) => connectionsByThread.has(id));
      if (followed.length > 0 && pendingThreadIds.size === 0) setTimeout(sendThreads, BATCH_MS);
      for (const id of followed) pendingThreadIds.add(id);
    },
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
