import type { Bench } from './bench.ts';
import { judge, type Measured } from './figure.ts';
import { memoryOf } from './server.ts';

/** What the server holds after all that came before. */
export async function measureMemory({ server }: Bench): Promise<Measured[]> {
  const mega = (bytes: number) => bytes / 1_000_000;
  const values = { now: mega(server.memory()), peak: mega(memoryOf(server.pid, 'VmHWM')) };
  return [judge({ figure: 'server’s memory after the benches', unit: 'MB', limits: { now: { atMost: 300 } }, values, note: `at most ${Math.round(values.peak)} MB meanwhile` })];
}
