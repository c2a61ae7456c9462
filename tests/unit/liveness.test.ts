import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { describeHang } from '../../scripts/start/describe-hang.ts';
import { watchLiveness } from '../../scripts/start/liveness.ts';
import { superviseServer } from '../../scripts/start/server-supervisor.ts';

const PING_MS = 200;
let child: ChildProcess;
async function startPinged(): Promise<void> {
  child = spawn(
    process.execPath,
    ['--inspect-port=127.0.0.1:0', join(import.meta.dirname, '../support/pinged-child.ts')],
    { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
  );
  await once(child, 'message');
}

describe('[ops] the supervisor of a process', () => {
  afterEach(() => child.kill('SIGKILL'));

  test.each([
    ['loop', /\(pinged-child\.ts:\d+\)/],
    ['match', /matchForEver \(pinged-child\.ts:\d+\)/],
  ])('notices when it hangs (%s), and in which code', async (how, stack) => {
    await startPinged();
    const silent = new Promise<void>((resolve) => watchLiveness(child, resolve, PING_MS));
    child.send(how);
    await silent;
    expect(await describeHang(child)).toMatch(stack);
  });

  test('notices when it is stopped, and that its code is unknown', async () => {
    await startPinged();
    const silent = new Promise<void>((resolve) => watchLiveness(child, resolve, PING_MS));
    child.kill('SIGSTOP');
    await silent;
    expect(await describeHang(child)).toBeUndefined();
  });

  test('leaves one alone that answers', async () => {
    await startPinged();
    let silences = 0;
    watchLiveness(child, () => silences++, PING_MS);
    let pongs = 0;
    await new Promise<void>((resolve) => child.on('message', () => ++pongs === 8 && resolve()));
    expect(silences).toBe(0);
  });
});

test('[ops] a server that hangs is killed and started again, and the log names its code', async () => {
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
  let isListening = () => {};
  const listening = new Promise<void>((resolve) => {
    isListening = resolve;
  });
  process.env.HANG_AT_START = 'once';
  const supervisor = superviseServer(() => '', pino(stream), isListening, {
    file: 'tests/support/pinged-child.ts',
    pingMs: PING_MS,
  });
  try {
    await listening;
    delete process.env.HANG_AT_START;
    await expect.poll(() => lines.join(''), { timeout: 30_000 }).toMatch(/server\.restarted/);
    expect(lines.join('')).toMatch(/"stack":".*matchForEver.*server\.hung/);
    expect(lines.join('')).toMatch(/it was killed.*server\.exited/);
  } finally {
    delete process.env.HANG_AT_START;
    await supervisor.stop();
  }
});
