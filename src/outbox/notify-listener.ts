import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '#db/client.ts';
import { KEEP_ALIVE } from '#db/keep-alive.ts';
import { statement } from '#db/statement.ts';
import { destroyConnection } from '#platform/destroy-connection.ts';
import { BEAT_MS, SILENCE_MS } from '#platform/limits.ts';
import { listenersUp } from '#platform/metrics.ts';
import { withTimeout } from '#platform/timeout.ts';
import { INVALIDATION_CHANNEL, type Urgency } from './invalidation.ts';

export interface NotifyHandlers {
  /** The name in metrics. */
  name: 'events' | 'publishing';
  /** An invalidation of this kind was committed. */
  onInvalidated(level: Urgency): void;
  /** From now on every notification arrives; those sent while disconnected are lost. */
  onConnected(): void;
  /** From now on notifications may be lost. */
  onDisconnected?(): void;
  /** The database fell silent: other connections to it are probably dead, too. */
  onSilence?(): void;
  /** Handlers of other channels on the same connection. */
  channelHandlers?: Readonly<Record<string, (payload: string) => void>>;
}

/** The names of connections: each server listens to events once. */
const APPLICATION_NAMES = {
  events: 'forum listener',
  publishing: 'forum publishing listener',
} as const satisfies Record<NotifyHandlers['name'], string>;

const selectServers = statement<{ servers: number }>(`
  select count(*)::int as servers
  from pg_stat_activity
  where datname = current_database() and application_name = '${APPLICATION_NAMES.events}'`);

/** The number of servers that are connected to this database. */
export const countServers = async (db: Db): Promise<number> =>
  (await selectServers(db))[0]?.servers ?? 0;

const BEAT_CHANNEL = 'beat';
const CONNECT_MS = 5_000;
const CLOSE_MS = 1_000;
const RECONNECT_MS = 1_000;

/** Waits between two tries; rejects if the signal aborts. */
type Pause = (signal: AbortSignal) => Promise<unknown>;
interface Timing {
  beatMs?: number;
  silenceMs?: number;
  pause?: Pause;
}
const waitToReconnect: Pause = (signal) => delay(RECONNECT_MS, undefined, { signal });

/**
 * Listens to notifications until the signal aborts. Never throws. It notifies itself, and connects
 * again after an error, the connection's end, or SILENCE_MS without a notification.
 */
export async function runNotifyListener(
  url: string,
  handlers: NotifyHandlers,
  signal: AbortSignal,
  { beatMs = BEAT_MS, silenceMs = SILENCE_MS, pause = waitToReconnect }: Timing = {},
): Promise<void> {
  const { name, channelHandlers = {} } = handlers;
  // One listener for all rounds: otherwise the signal would retain each round's connection.
  let endRound = () => {};
  signal.addEventListener('abort', () => endRound(), { once: true });
  while (!signal.aborted) {
    let client: pg.Client | undefined;
    let silence: NodeJS.Timeout | undefined;
    let beat: NodeJS.Timeout | undefined;
    listenersUp.set({ listener: name }, 0);
    try {
      const connection = new pg.Client({
        connectionString: url,
        application_name: APPLICATION_NAMES[name],
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: silenceMs,
        ...KEEP_ALIVE,
      });
      client = connection;
      const disconnected = new Promise<void>((resolve) => {
        connection.on('error', () => resolve());
        connection.on('end', () => resolve());
        endRound = resolve;
      });
      connection.on('notification', ({ channel, payload = '' }) => {
        silence?.refresh();
        if (channel === BEAT_CHANNEL) return;
        const handleChannel = channelHandlers[channel];
        if (handleChannel) return handleChannel(payload);
        for (const level of payload.split(',')) handlers.onInvalidated(Number(level) as Urgency);
      });
      await connection.connect();
      for (const channel of [INVALIDATION_CHANNEL, BEAT_CHANNEL, ...Object.keys(channelHandlers)])
        await connection.query(`listen ${channel}`);
      silence = setTimeout(() => {
        handlers.onSilence?.();
        endRound();
      }, silenceMs);
      let isBeating = false;
      const answered = () => {
        isBeating = false;
      };
      beat = setInterval(() => {
        if (isBeating) return;
        isBeating = true;
        connection.query(`notify ${BEAT_CHANNEL}`).then(answered, () => endRound());
      }, beatMs);
      listenersUp.set({ listener: name }, 1);
      handlers.onConnected();
      await disconnected;
    } catch {
      // the database is down: the next round tries again
    }
    clearTimeout(silence);
    clearInterval(beat);
    listenersUp.set({ listener: name }, 0);
    handlers.onDisconnected?.();
    if (client) await withTimeout(CLOSE_MS, client.end()).catch(() => {});
    destroyConnection(client);
    if (!signal.aborted) await pause(signal).catch(() => {});
  }
}
