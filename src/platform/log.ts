import { type Logger, pino } from 'pino';

export type { Logger };

/** The process's log: JSON lines on stdout. Secrets that might hang on a request are cut out. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.cookie', '*.authorization', '*.password', '*.token'], remove: true },
  });
}
