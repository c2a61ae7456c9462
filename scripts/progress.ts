/**
 * Shows work that takes longer than a second: a line that moves in a terminal, one line per step
 * elsewhere.
 */
export function progress(label: string): {
  update(detail: string): void;
  done(detail?: string): void;
} {
  const began = performance.now();
  const terminal = process.stdout.isTTY === true;
  let detail = '';
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const paint = () => process.stdout.write(`\r\x1b[2K${label} … ${detail} ${seconds()}`);
  if (!terminal) process.stdout.write(`${label} …\n`);
  const timer = terminal ? setInterval(paint, 200) : undefined;
  return {
    update(text) {
      detail = text;
    },
    done(text = '') {
      clearInterval(timer);
      process.stdout.write(
        `${terminal ? '\r\x1b[2K' : ''}${label}: ${text ? `${text}, ` : ''}${seconds()}\n`,
      );
    },
  };
}
