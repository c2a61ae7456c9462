import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* Processor time: it shows the cost even if other programs load the machine. */

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

interface ProcessStat {
  parent: number;
  /** Milliseconds, including ended children. */
  used: number;
}

function readStat(pid: number): ProcessStat | undefined {
  try {
    // The name is in parentheses and may have blanks.
    const fields =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, used: (user + system + childUser + childSystem) * TICK_MS };
  } catch {
    return undefined; // it has ended
  }
}

export const processorTime = (pid: number): number => readStat(pid)?.used ?? 0;

/** Of a data folder's PostgreSQL with all its processes. */
export function databaseTime(dataDir: string): number {
  const first = Number(
    readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  const children = readdirSync('/proc')
    .map(Number)
    .filter(Boolean)
    .map(readStat)
    .filter((one) => one?.parent === first);
  return children.reduce((sum, one) => sum + (one?.used ?? 0), processorTime(first));
}

export interface ProcessorCost {
  /** Milliseconds of processor time. */
  server: number;
  database: number;
}

/** Starts counting; the returned function gives the time since. */
export function startMeter(dataDir: string, serverPid: number): () => ProcessorCost {
  const began = { server: processorTime(serverPid), database: databaseTime(dataDir) };
  return () => ({
    server: processorTime(serverPid) - began.server,
    database: databaseTime(dataDir) - began.database,
  });
}
