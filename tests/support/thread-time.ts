import { toCpuMs } from '#platform/cpu-time.ts';

/*
 * What a call costs those who wait for the same thread, as processor time: it is the same whatever
 * else the machine does.
 */

/** Processor time of this thread in milliseconds, since an earlier `process.threadCpuUsage`. */
export const threadMs = (since?: NodeJS.CpuUsage): number => toCpuMs(process.threadCpuUsage(since));

/** What it costs on this machine, now, to write and read an answer of the largest size. */
export function measureLargestAnswer(): number {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, text: '"一'.repeat(4_000) }));
  const rounds = 20;
  const since = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) JSON.parse(JSON.stringify(rows));
  return threadMs(since) / rounds;
}
