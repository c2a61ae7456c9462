import type { CacheGeneration } from '#api/http/context.ts';
import type { EventStreams } from '#api/http/event-streams.ts';
import type { Db } from '#db/client.ts';
import { REMOVAL_CHANNEL } from '#outbox/announce-removals.ts';
import { THREADS_CHANNEL } from '#outbox/announce-threads.ts';
import { urgency } from '#outbox/invalidation.ts';
import { runNotifyListener } from '#outbox/notify-listener.ts';

/**
 * Counts all processes' writes, except view and like counts. The same connection receives changed
 * unread counts, sessions, removals and threads.
 */
export function followCacheGeneration(
  { $client: pool }: Db,
  signal: AbortSignal,
  live: EventStreams,
): CacheGeneration {
  let count = 0;
  let isListening = false;
  void runNotifyListener(
    pool.options.connectionString as string,
    {
      name: 'events',
      onInvalidated: (level) => {
        if (level !== urgency.counts) count++;
      },
      onConnected: () => {
        count++;
        isListening = true;
        live.unreadChanged('*'); // notifications sent while disconnected are lost
        live.loginsChanged('*');
        live.broadcastRefresh();
      },
      onDisconnected: () => {
        isListening = false;
      },
      onSilence: () => pool.destroyConnections(),
      channelHandlers: {
        unread: live.unreadChanged,
        login: live.loginsChanged,
        [REMOVAL_CHANNEL]: live.broadcastRemoval,
        [THREADS_CHANNEL]: live.threadsChanged,
      },
    },
    signal,
  );
  return {
    get current() {
      return isListening ? count : undefined;
    },
    advance: () => void count++,
  };
}
