import type { ChildProcess } from 'node:child_process';
import type { Profiler } from 'node:inspector';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Finds out where a hanging process is: opens Node's debugger (SIGUSR1, loopback only, the process
 * is ended afterwards) and samples the main thread. It works inside loops and regular expressions,
 * which handle interrupts.
 */

/** Timeout of the debugger, and duration of sampling. */
const ANSWER_MS = 3_000;
const SAMPLE_MS = 500;
/** From the innermost outwards. */
const MAX_FRAMES = 8;

const LISTENING = /Debugger listening on (ws:\S+)/;

/** The address that a process prints on stderr when its debugger opens. */
function readDebuggerAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [, address] = LISTENING.exec(text) ?? [];
      if (address) resolve(address);
    });
  });
}

/** The most sampled stack's functions, innermost first. */
export function describeProfile({ nodes, samples = [] }: Profiler.Profile): string {
  const hits = new Map<number, number>();
  for (const id of samples) hits.set(id, (hits.get(id) ?? 0) + 1);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const isOurs = (id: number) => Boolean(byId.get(id)?.callFrame.url);
  let at = [...hits]
    .filter(([id]) => isOurs(id) || isOurs(parentOf.get(id) ?? 0))
    .sort(([, a], [, b]) => b - a)[0]?.[0];
  const frames: string[] = [];
  for (; at !== undefined && frames.length < MAX_FRAMES; at = parentOf.get(at)) {
    const frame = byId.get(at)?.callFrame;
    if (!frame?.functionName && !frame?.url) continue;
    const file = frame.url.split('/').at(-1);
    if (frame.functionName !== '(root)')
      frames.push(
        `${frame.functionName || '(anonymous)'}${file ? ` (${file}:${frame.lineNumber + 1})` : ''}`,
      );
  }
  return frames.join(' < ');
}

async function sampleStack(address: string): Promise<string> {
  const socket = new WebSocket(address);
  let count = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ask = (method: string) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++count, resolve);
      socket.send(JSON.stringify({ id: count, method }));
    });
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  try {
    await ask('Profiler.enable');
    await ask('Profiler.start');
    await delay(SAMPLE_MS);
    const { profile } = (await ask('Profiler.stop')) as { profile: Profiler.Profile };
    return describeProfile(profile);
  } finally {
    socket.close();
  }
}

/** Functions of a hanging main thread, innermost first; undefined if stopped or in native code. */
export async function describeHang(child: ChildProcess): Promise<string | undefined> {
  const address = readDebuggerAddress(child);
  child.kill('SIGUSR1');
  const stack = address.then(sampleStack).catch(() => undefined);
  return (
    (await Promise.race([stack, delay(ANSWER_MS + SAMPLE_MS, undefined, { ref: false })])) ||
    undefined
  );
}
