import type { CacheGeneration } from '#api/http/context.ts';
import type { EventStreams } from '#api/http/event-streams.ts';
import { REMOVAL_CHANNEL } from '#publish/announce-removals.ts';
import { urgency } from '#publish/invalidation.ts';
import { runNotifyListener } from '#publish/notify-listener.ts';

/**
 * Counts what is written to the community, by whichever process; counts of views and likes aside.
 * On the same connection it hears whose messages have changed, whose logins, and what was taken
 * away.
 */
export function followCacheGeneration(
  databaseUrl: string,
  signal: AbortSignal,
  live: EventStreams,
): CacheGeneration {
  let count = 0;
  let isListening = false;
  void runNotifyListener(
    databaseUrl,
    {
      onInvalidated: (level) => {
        if (level !== urgency.counts) count++;
      },
      onConnected: () => {
        count++;
        isListening = true;
        live.unreadChanged('*'); // of what was said while nobody listened nothing is known
        live.loginsChanged('*');
        live.broadcastRefresh();
      },
      onDisconnected: () => {
        isListening = false;
      },
      channelHandlers: {
        unread: live.unreadChanged,
        login: live.loginsChanged,
        [REMOVAL_CHANNEL]: live.broadcastRemoval,
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
