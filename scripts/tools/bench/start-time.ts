import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rootFolder } from './environment.ts';
import { type Figure, judgeFigure, median } from './figures.ts';
import { stopProcess } from './stop-process.ts';

/* Time of `npm start` on existing data until the home page answers, with nothing else running. */

const RUNS = 3;

async function measureOneStart(port: number): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(rootFolder, 'scripts/start.ts')], {
    cwd: rootFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: process.env,
    detached: true,
  });
  try {
    while (child.exitCode === null) {
      const status = await fetch(`http://127.0.0.1:${port}/zh`).then(
        (response) => response.text().then(() => response.status),
        () => 0,
      );
      if (status === 200) return (performance.now() - began) / 1000;
      if (performance.now() - began > 60_000) break;
      await delay(5);
    }
    throw new Error('The server did not start.');
  } finally {
    await stopProcess(child, { patience: 30_000, group: true });
  }
}

export async function measureStart(
  port: number,
  report: (detail: string) => void,
): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    report(`start ${run + 1} of ${RUNS}`);
    times.push(await measureOneStart(port));
  }
  return [
    judgeFigure({
      figure: 'start with existing data: time to first page',
      unit: 's',
      limits: { median: { atMost: 1.2 } },
      values: { median: median(times), slowest: Math.max(...times) },
    }),
  ];
}
