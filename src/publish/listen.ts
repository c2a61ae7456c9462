import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Urgency, WAKE_CHANNEL } from './touch.ts';

export interface Ears {
  /** Something of this kind was written, and its transaction has committed. */
  touched(level: Urgency): void;
  /** From now on every touch is heard; of those before, while nobody listened, nothing is known. */
  connected(): void;
  /** From now on touches may pass unheard. */
  lost?(): void;
  /** What else is listened to on the same connection, by channel: what was said there. */
  channels?: Readonly<Record<string, (payload: string) => void>>;
}

/**
 * Keeps a connection that hears of touches, and connects again when the database was away; until
 * the signal aborts. Never throws.
 */
export async function listen(url: string, ears: Ears, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let client: pg.Client | undefined;
    try {
      const one = new pg.Client({
        connectionString: url,
        application_name: 'forum listener',
        keepAlive: true,
      });
      client = one;
      const lost = new Promise<void>((resolve) => {
        one.on('error', () => resolve());
        one.on('end', () => resolve());
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      one.on('notification', ({ channel, payload }) => {
        const other = ears.channels?.[channel];
        if (other) return other(payload ?? '');
        for (const level of (payload ?? '').split(',')) ears.touched(Number(level) as Urgency);
      });
      await one.connect();
      for (const channel of [WAKE_CHANNEL, ...Object.keys(ears.channels ?? {})])
        await one.query(`listen ${channel}`);
      ears.connected();
      await lost;
    } catch {
      // the database is away: the next round tries again
    }
    ears.lost?.();
    await client?.end().catch(() => {});
    if (!signal.aborted) await delay(1_000, undefined, { signal }).catch(() => {});
  }
}
