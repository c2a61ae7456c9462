import { SERVER_FLAGS } from '../../start/server-flags.ts';
import { type Figure, judgeFigure } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { memoryOf } from './server-under-test.ts';

/** Above an empty HTTP server with a connection pool. */
const MAX_MB_ABOVE_IDLE = 200;

const heapLimit = (): number =>
  Number(SERVER_FLAGS.map((flag) => /^--max-old-space-size=(\d+)$/.exec(flag)?.[1]).find(Boolean));

/** Memory after all other measurements, and the heap limit, which must not hide high use. */
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
      figure: `server memory after the benchmarks (heap limit ${values.heapLimit} MB)`,
      unit: 'MB',
      limits: { now: { atMost: idle + MAX_MB_ABOVE_IDLE } },
      values,
      note: `an empty server ${Math.round(idle)} MB; at most ${Math.round(values.peak)} MB meanwhile`,
    }),
  ];
}
