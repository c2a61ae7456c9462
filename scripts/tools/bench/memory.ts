import { SERVER_FLAGS } from '../../start/server-flags.ts';
import { type Figure, judgeFigure } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { memoryOf } from './server-under-test.ts';

/** Megabytes above an empty HTTP server with a pool of connections. */
const MAX_MB_ABOVE_IDLE = 200;

/** The heap's limit in MB, as the server is started with. */
const heapLimit = (): number =>
  Number(SERVER_FLAGS.map((flag) => /^--max-old-space-size=(\d+)$/.exec(flag)?.[1]).find(Boolean));

/**
 * What the server holds after all that came before, beside the limit of its heap: memory is judged
 * after use, not bought by a small heap.
 */
export async function measureMemory({ server, yardsticks }: BenchContext): Promise<Figure[]> {
  const mega = (bytes: number) => bytes / 1_000_000;
  await yardsticks.measureIdle();
  const idle = yardsticks.median('idleMb') as number;
  const values = {
    idle,
    now: mega(server.memory()),
    peak: mega(memoryOf(server.pid, 'VmHWM')),
    heapLimit: heapLimit(),
  };
  return [
    judgeFigure({
      figure: `server’s memory after the benches (heap’s limit ${values.heapLimit} MB)`,
      unit: 'MB',
      limits: { now: { atMost: idle + MAX_MB_ABOVE_IDLE } },
      values,
      note: `an empty server ${Math.round(idle)} MB; at most ${Math.round(values.peak)} MB meanwhile`,
    }),
  ];
}
