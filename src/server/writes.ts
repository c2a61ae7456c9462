import type { Writes } from '#api/context.ts';
import { listen } from '#publish/listen.ts';
import { urgency } from '#publish/touch.ts';

/** Counts what is written to the community, by whichever process; counts of views and likes aside. */
export function followWrites(databaseUrl: string, signal: AbortSignal): Writes {
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
      },
      lost: () => {
        hears = false;
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
