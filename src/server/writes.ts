import type { Writes } from '#api/context.ts';
import type { Live } from '#api/live.ts';
import { listen } from '#publish/listen.ts';
import { GONE_CHANNEL, urgency } from '#publish/touch.ts';

/**
 * Counts what is written to the community, by whichever process; counts of views and likes aside.
 * On the same connection it hears whose messages have changed, whose logins, and what was taken
 * away.
 */
export function followWrites(databaseUrl: string, signal: AbortSignal, live: Live): Writes {
  let count = 0;
  let hears = false;
  void listen(
    databaseUrl,
    {
      touched: (level) => {
        if (level !== urgency.counts) count++;
      },
      connected: () => {
        count++;
        hears = true;
        live.unreadChanged('*'); // of what was said while nobody listened nothing is known
        live.loginsChanged('*');
        live.lookAgain();
      },
      lost: () => {
        hears = false;
      },
      channels: {
        unread: live.unreadChanged,
        login: live.loginsChanged,
        [GONE_CHANNEL]: live.gone,
      },
    },
    signal,
  );
  return {
    get count() {
      return hears ? count : undefined;
    },
    note: () => void count++,
  };
}
