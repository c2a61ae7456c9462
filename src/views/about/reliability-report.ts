import report from './reliability.json' with { type: 'json' };

/* What `npm run faults` and `npm run bench` found last: see scripts/tools/reliability.ts. */

/** What happened around one fault. */
export interface FaultRow {
  fault: string;
  /** Writes that were answered with success meanwhile. */
  acknowledged: number;
  refused: number;
  reads: number;
  /** Seconds from its end until the forum was whole again. */
  recoveredAfter: number;
  /** Whatever was wrong afterwards: lost, doubled, came back, differs, needed a hand. */
  wrong: number;
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
