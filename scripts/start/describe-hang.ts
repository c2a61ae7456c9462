import type { ChildProcess } from 'node:child_process';
import type { Profiler } from 'node:inspector';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * What a process was doing that doesn't answer any more: Node's debugger is opened from outside
 * (SIGUSR1, on an address that only this machine reaches, of a process that is ended right after)
 * and samples its main thread for a moment. That works within loops and regular expressions, which
 * look for interruptions now and then.
 */

/** Milliseconds until the debugger must have answered, and for which it samples. */
const ANSWER_MS = 3_000;
const SAMPLE_MS = 500;
/** Functions that are named, from the innermost outwards. */
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

/** Functions of the stack that most samples were taken in, from the innermost outwards. */
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

/**
 * The functions that a hanging child's main thread is in, the innermost first; undefined when it
 * can't be told: it is stopped, or in code that isn't JavaScript.
 */
export async function describeHang(child: ChildProcess): Promise<string | undefined> {
  const address = readDebuggerAddress(child);
  child.kill('SIGUSR1');
  const stack = address.then(sampleStack).catch(() => undefined);
  return (
    (await Promise.race([stack, delay(ANSWER_MS + SAMPLE_MS, undefined, { ref: false })])) ||
    undefined
  );
}
