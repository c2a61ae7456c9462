import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** The process's log: JSON lines, on stdout by default. Redacts secrets of requests. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.cookie', '*.authorization', '*.password', '*.token'], remove: true },
  };
  return destination ? pino(options, destination) : pino(options);
}
