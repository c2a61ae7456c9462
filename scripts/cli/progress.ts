export interface Progress {
  update(detail: string): void;
  done(detail?: string): void;
  /** Clears the terminal line until it is drawn again. */
  clear(): void;
  /** Ends the display without a result. */
  stop(): void;
}

/** A step or line of a process whose parent owns the terminal. */
export type ProgressMessage =
  | { kind: 'progress'; label: string; detail: string; isDone: boolean }
  | { kind: 'progress'; line: string };

export const isProgressMessage = (message: unknown): message is ProgressMessage =>
  (message as ProgressMessage | null)?.kind === 'progress';

/** Makes a process report its progress to its parent instead of printing it. */
export const REPORT_OPTION = '--report-progress';
const isReported = process.argv.includes(REPORT_OPTION);
const report = (message: ProgressMessage) => void process.send?.(message);

function reportProgress(label: string): Progress {
  const send = (detail: string, isDone: boolean) =>
    report({ kind: 'progress', label, detail, isDone });
  send('', false);
  return {
    update: (detail) => send(detail, false),
    done: (detail = '') => send(detail, true),
    clear() {},
    stop() {},
  };
}

export function printLine(line: string): void {
  if (isReported) report({ kind: 'progress', line });
  else process.stdout.write(`${line}\n`);
}

const CLEAR_LINE = '\r\x1b[2K';

/** Shows work of over a second: an animated line in a terminal, a line per step elsewhere. */
export function showProgress(label: string): Progress {
  if (isReported) return reportProgress(label);
  const began = performance.now();
  const isTerminal = process.stdout.isTTY === true;
  let detail = '';
  const readSeconds = (digits: number) =>
    `${((performance.now() - began) / 1000).toFixed(digits)} s`;
  const clear = () => void (isTerminal && process.stdout.write(CLEAR_LINE));
  const printStep = () => {
    const text = `${label} … ${detail}${detail && ', '}${readSeconds(0)}`;
    // a wrapped line couldn't be cleared
    process.stdout.write(CLEAR_LINE + text.slice(0, (process.stdout.columns || 80) - 1));
  };
  if (!isTerminal) process.stdout.write(`${label} …\n`);
  const timer = isTerminal ? setInterval(printStep, 200) : undefined;
  const stop = () => {
    clearInterval(timer);
    clear();
  };
  return {
    update(text) {
      detail = text;
    },
    done(text = '') {
      stop();
      process.stdout.write(`${label}: ${text ? `${text}, ` : ''}${readSeconds(1)}\n`);
    },
    clear,
    stop,
  };
}
