import { eventually } from './processes.ts';

/*
 * Controls a running server through Node's debugger, which SIGUSR1 opens. The product needs no test
 * code for it. Start the server with NODE_OPTIONS=--inspect-port=0.
 */

export interface DebuggedProcess {
  pid: number;
  /** The process's output so far, which contains the debugger's address. */
  log(): string;
}

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; message: string };
}

/** Limit for the debugger's answer, in milliseconds. */
const ANSWER_MS = 10_000;

const THROW_EXPRESSION = `setTimeout(() => { throw new Error('thrown by a test'); })`;
const REJECT_EXPRESSION = `void Promise.reject(new Error('rejected by a test'))`;
/** Uses up the thread's memory in its next turn, as an oversized page or message would. */
const EXHAUST_EXPRESSION = `setTimeout(() => { const hoard = []; for (;;) hoard.push(new Array(10_000).fill(hoard.length)); })`;
/** Blocks the thread forever from its next turn on. */
const HANG_EXPRESSION = `setTimeout(() => { for (;;); })`;
/** Shifts the thread's time by some milliseconds; 0 restores it. Existing dates don't change. */
const clockExpression = (shiftMs: number) => `(() => {
  const RealDate = (globalThis.realDate ??= Date);
  const now = () => RealDate.now() + ${shiftMs};
  globalThis.Date = ${shiftMs} === 0 ? RealDate : new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
})()`;
const ROLE_EXPRESSION = `process.getBuiltinModule('node:worker_threads').workerData?.role`;

/** Debugger addresses by process id: each is printed once. */
const addresses = new Map<number, string>();

/** Opens a server's debugger and returns its address. */
export async function openDebugger({ pid, log }: DebuggedProcess): Promise<string> {
  const known = addresses.get(pid);
  if (known) return known;
  const before = new Set(addresses.values());
  process.kill(pid, 'SIGUSR1');
  const address = await eventually(() =>
    [...log().matchAll(/Debugger listening on (ws:\S+)/g)]
      .map(([, url]) => url as string)
      .find((url) => !before.has(url)),
  );
  addresses.set(pid, address);
  return address;
}

type Send = (method: string, params: object) => void;

/** Sends the first message, then the answers of `heard`; resolves when that returns `done`. */
async function withDebugger(
  process: DebuggedProcess,
  begin: (send: Send) => void,
  heard: (message: Message, send: Send) => 'done' | undefined,
): Promise<void> {
  const socket = new WebSocket(await openDebugger(process));
  let count = 0;
  const send: Send = (method, params) =>
    socket.send(JSON.stringify({ id: ++count, method, params }));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the debugger did not answer')));
    socket.addEventListener('open', () => begin(send));
    socket.addEventListener(
      'message',
      ({ data }) => heard(JSON.parse(String(data)) as Message, send) === 'done' && resolve(),
    );
    setTimeout(() => reject(new Error('the debugger did not answer in time')), ANSWER_MS).unref();
  }).finally(() => socket.close());
}

const evaluateInMain = (process: DebuggedProcess, expression: string): Promise<void> =>
  withDebugger(
    process,
    (send) => send('Runtime.evaluate', { expression }),
    ({ id }) => (id === 1 ? 'done' : undefined),
  );

/** Throws an uncaught error in a server's main thread. */
export const throwUncaught = (process: DebuggedProcess): Promise<void> =>
  evaluateInMain(process, THROW_EXPRESSION);

/** Creates an unhandled rejection in a server's main thread. */
export const rejectUnhandled = (process: DebuggedProcess): Promise<void> =>
  evaluateInMain(process, REJECT_EXPRESSION);

/** Blocks a server's main thread forever. */
export const hangMainThread = (process: DebuggedProcess): Promise<void> =>
  evaluateInMain(process, HANG_EXPRESSION);

type Evaluate = (sessionId: string, id: number, expression: string) => void;

const evaluateByWorker =
  (send: Send): Evaluate =>
  (sessionId, id, expression) =>
    send('NodeWorker.sendMessageToWorker', {
      sessionId,
      message: JSON.stringify({
        id,
        method: 'Runtime.evaluate',
        params: { expression, returnByValue: true },
      }),
    });

/**
 * Shifts `Date` in all running threads of a server. Node's own code (the Date header, dates of
 * files) uses the machine's time.
 */
export function shiftClock(process: DebuggedProcess, shiftMs: number): Promise<void> {
  const expression = clockExpression(shiftMs);
  const waiting = new Set(['main']);
  return withDebugger(
    process,
    (send) => {
      send('NodeWorker.enable', { waitForDebuggerOnStart: false });
      // answered after all workers are listed
      send('Runtime.evaluate', { expression });
    },
    ({ id, method, params }, send) => {
      if (id === 2) waiting.delete('main');
      if (params && method === 'NodeWorker.attachedToWorker') {
        waiting.add(params.sessionId);
        evaluateByWorker(send)(params.sessionId, 1, expression);
      }
      if (params && method === 'NodeWorker.receivedMessageFromWorker')
        waiting.delete(params.sessionId);
      return waiting.size === 0 ? 'done' : undefined;
    },
  );
}

/** Ends a server's thread by using up its heap. */
export const exhaustThreadMemory = (
  process: DebuggedProcess,
  role: 'renderer' | 'messages',
): Promise<void> =>
  withDebugger(
    process,
    (send) => send('NodeWorker.enable', { waitForDebuggerOnStart: false }),
    ({ method, params }, send) => {
      const evaluate = evaluateByWorker(send);
      if (!params) return undefined;
      if (method === 'NodeWorker.attachedToWorker') evaluate(params.sessionId, 1, ROLE_EXPRESSION);
      if (method !== 'NodeWorker.receivedMessageFromWorker') return undefined;
      const answer = JSON.parse(params.message) as {
        id?: number;
        result?: { result?: { value?: string } };
      };
      if (answer.id === 1 && answer.result?.result?.value === role)
        evaluate(params.sessionId, 2, EXHAUST_EXPRESSION);
      return answer.id === 2 ? 'done' : undefined;
    },
  );
