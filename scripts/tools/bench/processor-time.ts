import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Processor time, which says what something costs even while other programs take their share of the
 * machine.
 */

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

interface ProcessStat {
  parent: number;
  /** Milliseconds, its own and those of its children that have ended. */
  used: number;
}

function readStat(pid: number): ProcessStat | undefined {
  try {
    // The name stands in parentheses and may have blanks in it.
    const fields =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, used: (user + system + childUser + childSystem) * TICK_MS };
  } catch {
    return undefined; // it has ended meanwhile
  }
}

export const processorTime = (pid: number): number => readStat(pid)?.used ?? 0;

/** Of the PostgreSQL that runs on a data folder: its first process and all that it started. */
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

/** Starts counting; what is returned tells what was used since. */
export function startMeter(dataDir: string, serverPid: number): () => ProcessorCost {
  const began = { server: processorTime(serverPid), database: databaseTime(dataDir) };
  return () => ({
    server: processorTime(serverPid) - began.server,
    database: databaseTime(dataDir) - began.database,
  });
}
