import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { INVALIDATION_CHANNEL, type Urgency } from './invalidation.ts';

export interface NotifyHandlers {
  /** An invalidation of this kind was committed. */
  onInvalidated(level: Urgency): void;
  /** From now on every notification arrives; those sent while disconnected are lost. */
  onConnected(): void;
  /** From now on notifications may be lost. */
  onDisconnected?(): void;
  /** Handlers of other channels on the same connection. */
  channelHandlers?: Readonly<Record<string, (payload: string) => void>>;
}

const RECONNECT_MS = 1_000;
/** Waits between two tries; rejects if the signal aborts. */
type Pause = (signal: AbortSignal) => Promise<unknown>;
const waitToReconnect: Pause = (signal) => delay(RECONNECT_MS, undefined, { signal });

/** Listens to notifications and reconnects, until the signal aborts. Never throws. */
export async function runNotifyListener(
  url: string,
  handlers: NotifyHandlers,
  signal: AbortSignal,
  pause = waitToReconnect,
): Promise<void> {
  // One listener for all rounds: otherwise the signal would retain each round's connection.
  let endRound = () => {};
  signal.addEventListener('abort', () => endRound(), { once: true });
  while (!signal.aborted) {
    let client: pg.Client | undefined;
    try {
      const connection = new pg.Client({
        connectionString: url,
        application_name: 'forum listener',
        keepAlive: true,
      });
      client = connection;
      const disconnected = new Promise<void>((resolve) => {
        connection.on('error', () => resolve());
        connection.on('end', () => resolve());
        endRound = resolve;
      });
      connection.on('notification', ({ channel, payload }) => {
        const handleChannel = handlers.channelHandlers?.[channel];
        if (handleChannel) return handleChannel(payload ?? '');
        for (const level of (payload ?? '').split(','))
          handlers.onInvalidated(Number(level) as Urgency);
      });
      await connection.connect();
      for (const channel of [INVALIDATION_CHANNEL, ...Object.keys(handlers.channelHandlers ?? {})])
        await connection.query(`listen ${channel}`);
      handlers.onConnected();
      await disconnected;
    } catch {
      // the database is down: the next round tries again
    }
    handlers.onDisconnected?.();
    await client?.end().catch(() => {});
    if (!signal.aborted) await pause(signal).catch(() => {});
  }
}
