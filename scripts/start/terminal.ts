import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { isProgressMessage, type Progress, showProgress } from '../cli/progress.ts';
import { openLogFile } from './log-file.ts';

/* In a terminal: steps and failures, with the log in a file. Otherwise the log goes to stdout. */

/** Double-width characters: Chinese, Japanese and Korean. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;
export const measureColumns = (text: string): number =>
  [...text].length + (text.match(WIDE)?.length ?? 0);

/**
 * Draws a box around lines for a terminal of `columns`. A longer line starts at the left edge
 * without borders, so that an address can be copied.
 */
export function drawBox(lines: readonly string[], columns: number): string {
  const innerColumns = columns - 6;
  const fitting = lines.map(measureColumns).filter((width) => width <= innerColumns);
  const width = Math.max(...fitting, 0);
  const rule = '─'.repeat(width + 4);
  const rows = lines.map((line) => {
    const padding = width - measureColumns(line);
    return padding < 0 ? line.trimStart() : `│  ${line}${' '.repeat(padding)}  │`;
  });
  return [`┌${rule}┐`, ...rows, `└${rule}┘`].join('\n');
}

/** Short texts for log events of the supervisors. */
const EVENT_TEXTS: Readonly<Record<string, string>> = {
  'server.exited': 'The server exited and is restarted',
  'server.hung': 'The server hung and is restarted',
  'server.restarted': 'The server was restarted',
  'database.exited': 'The database exited and is restarted',
  'database.startFailed': 'The database failed to start and is retried',
  'database.restarted': 'The database was restarted',
};
const WARNING_LEVEL = 40;

/** A log line as a sentence; undefined if only the file needs it. */
export function describeEvent(line: string): string | undefined {
  const { level, msg, reason } = JSON.parse(line) as {
    level: number;
    msg: string;
    reason?: string;
  };
  if (level < WARNING_LEVEL) return undefined;
  return `${EVENT_TEXTS[msg] ?? msg}${reason ? `: ${reason}` : ''}.`;
}

export interface Terminal {
  logPath: string;
  /** Stdout of the started processes. */
  logFile: Writable;
  /** This process's own log; prints its warnings as sentences. */
  log: { write(line: string): void };
  /** Prints a line below the current step. */
  print(line: string): void;
  followSteps(child: ChildProcess): void;
  /** Prints the last lines of a start. The first line is a heading. */
  printBox(lines: readonly string[]): void;
  endStep(): void;
}

export function openTerminal(dataDir: string, stdout: NodeJS.WriteStream): Terminal {
  const logPath = join(dataDir, 'logs', 'forum.log');
  const logFile = openLogFile(logPath);
  let step: Progress | undefined;
  const endStep = () => {
    step?.stop();
    step = undefined;
  };
  const print = (line: string) => {
    step?.clear();
    stdout.write(`  ${line}\n`);
  };
  return {
    logPath,
    logFile,
    log: {
      write(line) {
        logFile.write(line);
        const text = describeEvent(line);
        if (text) print(`! ${text}`);
      },
    },
    print,
    followSteps(child) {
      child.on('message', (message) => {
        if (!isProgressMessage(message)) return;
        if ('line' in message) return print(message.line);
        const { label, detail, isDone } = message;
        step ??= showProgress(`  ${label}`);
        if (!isDone) return step.update(detail);
        step.done(detail);
        step = undefined;
      });
    },
    printBox(lines) {
      const [heading = ''] = lines;
      const box = drawBox(lines, stdout.columns || 80);
      const bold = styleText('bold', heading, { stream: stdout });
      stdout.write(`\n${box.replace(heading, () => bold)}\n\n`);
    },
    endStep,
  };
}
