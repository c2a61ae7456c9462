import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PressureName, PressureOptions } from './pressures.ts';
import type { Tally } from './tally.ts';

export interface PressureResult {
  tally: Tally;
  /** Open connections at its end. */
  openCount: number;
}

/** Starts pressure in a separate thread; resolves when it has begun. */
export async function startPressure(
  name: PressureName,
  options: PressureOptions,
): Promise<{ stop(): Promise<PressureResult> }> {
  const worker = new Worker(new URL('./pressure-worker.ts', import.meta.url), {
    workerData: { name, options },
  });
  await once(worker, 'message');
  return {
    async stop() {
      const answer = once(worker, 'message');
      worker.postMessage('stop');
      const [result] = (await answer) as [PressureResult];
      await worker.terminate();
      return result;
    },
  };
}
