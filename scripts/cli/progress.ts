/**
 * Shows work that takes longer than a second: a line that moves in a terminal, one line per step
 * elsewhere.
 */
export function showProgress(label: string): {
  update(detail: string): void;
  done(detail?: string): void;
} {
  const began = performance.now();
  const isTerminal = process.stdout.isTTY === true;
  let detail = '';
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const printLine = () => process.stdout.write(`\r\x1b[2K${label} … ${detail} ${seconds()}`);
  if (!isTerminal) process.stdout.write(`${label} …\n`);
  const timer = isTerminal ? setInterval(printLine, 200) : undefined;
  return {
    update(text) {
      detail = text;
    },
    done(text = '') {
      clearInterval(timer);
      process.stdout.write(
        `${isTerminal ? '\r\x1b[2K' : ''}${label}: ${text ? `${text}, ` : ''}${seconds()}\n`,
      );
    },
  };
}
