import type { Writable } from 'node:stream';
import { readViewersOfSessions } from '#auth/session.ts';
import type { AnnouncedRemoval } from '#contracts/removals.ts';
import type { MessageCountsWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { type FollowedThread, readReadableThreads } from '#domain/content/thread/read-followed.ts';
import { readMessageCountsOfUsers } from '#domain/delivery/notification/read.ts';
import { readReadableForums } from '#domain/shared/forum-access.ts';
import { type ReaderGroup, toReaderGroupId, type Viewer } from '#domain/shared/viewer.ts';
import type { Logger } from '#platform/log.ts';
import { streamsOpen } from '#platform/metrics.ts';

/*
 * Server-sent events: unread counts (R30), removals (R29), and changes of open threads. Each
 * process knows only its own connections. PostgreSQL notifies about changed users (migration 0001),
 * and one query counts for a batch. Not web streams: they need half as much memory more.
 */

/** Maximum connections of this process, and of one user. */
const MAX_CONNECTIONS = 10_000;
const MAX_CONNECTIONS_PER_USER = 12;
/**
 * Milliseconds to gather changes: short for private messages, longer for removals, which are
 * announced after their pages are deleted.
 */
const UNREAD_BATCH_MS = 40;
const BATCH_MS = 120;
/**
 * Milliseconds between heartbeats: browsers reconnect when two are missing, and
 * proxies close connections after a silent minute.
 */
const HEARTBEAT_MS = 10_000;
/** Heartbeats between checks of all sessions and groups: not every change is notified. */
const LOGIN_CHECK_HEARTBEATS = 8;
/** Unsent bytes at which a slow browser's connection is closed. */
const MAX_QUEUED_BYTES = 16_384;

interface Connection {
  userId: number;
  session: string;
  /** The user as of the last check of the session. */
  reader: ReaderGroup;
  threadIds: readonly number[];
  response: Writable;
}

export interface EventStreams {
  /** Whether a user may open one more connection. */
  hasCapacity(userId: number): boolean;
  /**
   * Writes events until one side ends. `session`: the token's hash; `threads`: open readable ones.
   */
  connect(
    response: Writable,
    viewer: Viewer,
    session: string,
    threads?: readonly FollowedThread[],
  ): void;
  /** User ids with commas, or `*`. */
  unreadChanged(userIds: string): void;
  /** The same ids: sessions have ended, or rights have changed. */
  loginsChanged(userIds: string): void;
  /** Ids with commas of re-published threads; sent to followers who may still read them. */
  threadsChanged(threadIds: string): void;
  /** Sends a removal, an AnnouncedRemoval as JSON, to browsers whose users may read its forum. */
  broadcastRemoval(payload: string): void;
  /** Removals may have been missed: browsers recheck their page. */
  broadcastRefresh(): void;
  readonly size: number;
  close(): void;
}

const encoder = new TextEncoder();
const encodeEvent = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const HEARTBEAT_CHUNK = encodeEvent('beat', {});
const END_CHUNK = encodeEvent('end', {});
const REFRESH_CHUNK = encodeEvent('again', {});
/** Random reconnect delay in milliseconds, so that browsers don't all reconnect at once. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [4_000, 9_000];
const encodeRetry = (): Uint8Array =>
  encoder.encode(
    `retry: ${Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS))}\n\n`,
  );

/** Gathers items and handles one batch at a time. `onError` gets a failed batch. */
function createBatch<Item>(
  gatherMs: number,
  handle: (items: Item[]) => Promise<void>,
  onError: (error: unknown, items: Item[]) => void,
): (items: Iterable<Item>) => void {
  let pending = new Set<Item>();
  let isBusy = false;
  const start = () => {
    if (pending.size === 0 || isBusy) return;
    isBusy = true;
    setTimeout(run, gatherMs);
  };
  const run = async () => {
    const items = [...pending];
    pending = new Set();
    await handle(items).catch((error: unknown) => onError(error, items));
    isBusy = false;
    start();
  };
  return (items) => {
    for (const item of items) pending.add(item);
    start();
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
  const allConnections = () => connectionsOf(connectionsByUser.keys());
  const followersOf = (threadIds: readonly number[]): Set<Connection> =>
    new Set(threadIds.flatMap((id) => [...(connectionsByThread.get(id) ?? [])]));
  const readersOf = (connections: Iterable<Connection>): ReaderGroup[] => [
    ...new Set([...connections].map(({ reader }) => reader)),
  ];
  const refresh = (connections: Iterable<Connection>) => {
    for (const connection of connections) send(connection, REFRESH_CHUNK);
  };
  const logFailure = (error: unknown) => log.warn({ err: error }, 'events.sendFailed');

  const sendUnreadCounts = async (ids: number[]) => {
    const counts = await readMessageCountsOfUsers(db, ids);
    for (const id of ids)
      for (const connection of connectionsByUser.get(id) ?? [])
        send(connection, encodeEvent('unread', counts.get(id) as MessageCountsWire));
  };
  const checkLogins = async (ids: number[]) => {
    const connections = connectionsOf(ids);
    const viewers = await readViewersOfSessions(db, [
      ...new Set(connections.map(({ session }) => session)),
    ]);
    for (const connection of connections) {
      const viewer = viewers.get(connection.session);
      if (viewer) connection.reader = toReaderGroupId(viewer);
      else endConnection(connection, END_CHUNK);
    }
  };
  // Connections are listed after the query, because some ended meanwhile. A reader missing from the
  // result has just connected, or got other rights, and checks the page.
  const sendRemovals = async (payloads: string[]) => {
    const announced = payloads.map((payload) => JSON.parse(payload) as AnnouncedRemoval);
    const forums = await readReadableForums(
      db,
      [...new Set(announced.flatMap(({ forumId }) => forumId ?? []))],
      readersOf(allConnections()),
    );
    const chunks = new Map<ReaderGroup, Uint8Array | undefined>();
    for (const [reader, readableIds] of forums) {
      const removals = announced.flatMap(({ forumId, removal }) =>
        forumId === undefined || readableIds.has(forumId) ? removal : [],
      );
      chunks.set(reader, removals.length > 0 ? encodeEvent('removals', removals) : undefined);
    }
    for (const connection of allConnections()) {
      const { reader } = connection;
      const chunk = chunks.has(reader) ? chunks.get(reader) : REFRESH_CHUNK;
      if (chunk) send(connection, chunk);
    }
  };
  const sendThreads = async (changedIds: number[]) => {
    const readable = await readReadableThreads(db, changedIds, readersOf(followersOf(changedIds)));
    const changed = new Set(changedIds);
    for (const connection of followersOf(changedIds)) {
      const readableIds = readable.get(connection.reader);
      const ids = connection.threadIds.filter((id) => changed.has(id) && readableIds?.has(id));
      if (!readableIds) send(connection, REFRESH_CHUNK);
      else if (ids.length > 0) send(connection, encodeEvent('threads', ids));
    }
  };
  const forUsers = (add: (ids: Iterable<number>) => void) => (userIds: string) =>
    add(
      userIds === '*'
        ? connectionsByUser.keys()
        : userIds
            .split(',')
            .map(Number)
            .filter((id) => connectionsByUser.has(id)),
    );
  const unreadChanged = forUsers(createBatch(UNREAD_BATCH_MS, sendUnreadCounts, logFailure));
  const loginsChanged = forUsers(createBatch(UNREAD_BATCH_MS, checkLogins, logFailure));
  const removalsAnnounced = createBatch(BATCH_MS, sendRemovals, (error) => {
    logFailure(error);
    refresh(allConnections());
  });
  const threadsAnnounced = createBatch(BATCH_MS, sendThreads, (error, ids) => {
    logFailure(error);
    refresh(followersOf(ids));
  });

  const heartbeatTimer = setInterval(() => {
    for (const connection of allConnections()) send(connection, HEARTBEAT_CHUNK);
    if (++beats % LOGIN_CHECK_HEARTBEATS === 0) loginsChanged('*');
  }, HEARTBEAT_MS).unref();

  return {
    hasCapacity: (userId) =>
      !closed &&
      size < MAX_CONNECTIONS &&
      (connectionsByUser.get(userId)?.size ?? 0) < MAX_CONNECTIONS_PER_USER,
    connect(response, viewer, session, threads = []) {
      if (closed || response.destroyed) return void response.end();
      const { userId } = viewer;
      const threadIds = threads.map(({ id }) => id);
      const reader = toReaderGroupId(viewer);
      const connection: Connection = { userId, session, reader, threadIds, response };
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
    threadsChanged: (threadIds) =>
      threadsAnnounced(
        threadIds
          .split(',')
          .map(Number)
          .filter((id) => connectionsByThread.has(id)),
      ),
    broadcastRemoval(payload) {
      if (size > 0) removalsAnnounced([payload]);
    },
    broadcastRefresh: () => refresh(allConnections()),
    get size() {
      return size;
    },
    close() {
      closed = true;
      clearInterval(heartbeatTimer);
      for (const connection of allConnections()) endConnection(connection);
    },
  };
}
