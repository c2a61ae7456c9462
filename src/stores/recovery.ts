import { call } from './api.ts';

/** Milliseconds between questions whether the product is back; the last one from then on. */
const PAUSES = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 15_000] as const;

/** Passes the time, or less when the browser says that the network is back. */
async function pause(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener('online', go);
  });
}

async function ask(): Promise<void> {
  for (let turn = 0; ; turn++) {
    await pause(PAUSES[Math.min(turn, PAUSES.length - 1)] ?? 15_000);
    try {
      return await call<void>('/health', { quiet: true });
    } catch {
      // Still away: the client has said so to $paused.
    }
  }
}

let asking: Promise<void> | undefined;

/** Resolves when the product answers again; all who wait share the questions. */
export const recovery = (): Promise<void> => (asking ??= ask().finally(() => (asking = undefined)));
