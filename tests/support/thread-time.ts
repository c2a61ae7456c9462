import { toCpuMs } from '#platform/cpu-time.ts';

/* A call's blocking time, as processor time: it doesn't depend on the machine's load. */

/** Processor time of this thread in milliseconds, since an earlier `process.threadCpuUsage`. */
export const threadMs = (since?: NodeJS.CpuUsage): number => toCpuMs(process.threadCpuUsage(since));

/** The cost of writing and reading an answer of the largest size on this machine, now. */
export function measureLargestAnswer(): number {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, text: '"一'.repeat(4_000) }));
  const rounds = 20;
  const since = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) JSON.parse(JSON.stringify(rows));
  return threadMs(since) / rounds;
}
