import report from './reliability.json' with { type: 'json' };

/* The last results of `npm run faults` and `npm run bench`: see scripts/tools/reliability.ts. */

export interface FaultRow {
  fault: string;
  /** Writes that were confirmed during the fault. */
  acknowledged: number;
  refused: number;
  reads: number;
  /** Seconds from the fault's end to full recovery. */
  recoveredAfter: number;
  /** Errors found afterwards: lost, duplicated, returned or different data, manual repairs. */
  wrong: number;
}

export interface MachineRow {
  fault: string;
  /** Replies that were confirmed during the fault. */
  acknowledged: number;
  reads: number;
  /** Lost or duplicated replies, wrong pages, readers' errors, manual steps. */
  wrong: number;
  /** Seconds: without any confirmed reply, and from a confirmed reply to its page and to events. */
  longestGap: number;
  longestToFile: number;
  longestToEvent: number;
}

export interface FigureRow {
  figure: string;
  measured: string;
}

export interface ReliabilityReport {
  /** Of the program. */
  version: string;
  /** `at`: when the run ended (ISO 8601). */
  faults: { at: string; rows: FaultRow[] };
  /** Of three machines. */
  machines: { at: string; rows: MachineRow[] };
  bench: {
    at: string;
    cores: number;
    gigabytes: number;
    threads: number;
    posts: number;
    rows: FigureRow[];
  };
}

export const reliabilityReport: ReliabilityReport = report;
