import { eventually } from '../../tests/support/processes.ts';
import type { Forum } from './forum.ts';

/*
 * A thread of the server is ended by Node's own debugger: SIGUSR1 opens it for whoever runs as the same user on this
 * machine, and nothing of the product is made for it.
 */

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; message: string };
}

/** Takes all memory that the thread may have, in its next turn, as a page or a message that is too large would. */
const EXHAUST = `setTimeout(() => { const hoard = []; for (;;) hoard.push(new Array(10_000).fill(hoard.length)); })`;
const roleOf = `process.getBuiltinModule('node:worker_threads').workerData?.role`;

/** The debugger's address, by the process that it belongs to: it is printed once. */
const debuggers = new Map<number, string>();

async function openDebugger(forum: Forum, pid: number): Promise<string> {
  const known = debuggers.get(pid);
  if (known) return known;
  const before = new Set(debuggers.values());
  process.kill(pid, 'SIGUSR1');
  const address = await eventually(() => [...forum.log().matchAll(/Debugger listening on (ws:\S+)/g)].map(([, url]) => url as string).find((url) => !before.has(url)));
  debuggers.set(pid, address);
  return address;
}

/** Ends a thread of the server by using up its heap. */
export async function exhaustThread(forum: Forum, role: 'renderer' | 'messages'): Promise<void> {
  const pid = forum.serverPid();
  if (!pid) throw new Error('the server doesn’t run');
  const socket = new WebSocket(await openDebugger(forum, pid));
  const found = new Promise<void>((resolve, reject) => {
    let count = 0;
    const send = (method: string, params: object) => socket.send(JSON.stringify({ id: ++count, method, params }));
    const evaluate = (sessionId: string, id: number, expression: string) => send('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }) });
    socket.addEventListener('error', () => reject(new Error('the debugger did not answer')));
    socket.addEventListener('open', () => send('NodeWorker.enable', { waitForDebuggerOnStart: false }));
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as Message;
      if (!params) return;
      if (method === 'NodeWorker.attachedToWorker') evaluate(params.sessionId, 1, roleOf);
      if (method !== 'NodeWorker.receivedMessageFromWorker') return;
      const answer = JSON.parse(params.message) as { id?: number; result?: { result?: { value?: string } } };
      if (answer.id === 1 && answer.result?.result?.value === role) evaluate(params.sessionId, 2, EXHAUST);
      if (answer.id === 2) resolve();
    });
    setTimeout(() => reject(new Error(`there is no thread "${role}"`)), 10_000).unref();
  });
  await found.finally(() => socket.close());
}
