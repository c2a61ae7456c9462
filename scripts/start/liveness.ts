import type { ChildProcess } from 'node:child_process';
import { isPong, type LivenessPing } from '#platform/liveness.ts';

/** Milliseconds between two pings, and how many in a row a child may leave unanswered. */
const PING_MS = 5_000;
const MAX_MISSED_PINGS = 3;

/**
 * Pings a child that answers (`answerPings`) and calls `onSilence` once when it has left three
 * pings in a row, 15 seconds, unanswered. Pings are counted, not seconds: a machine that was
 * suspended is no child that hangs. `onAnswer` is called with each answer. Returns what ends it; it
 * ends with the child, too.
 */
export function watchLiveness(
  child: ChildProcess,
  onSilence: () => void,
  pingMs: number = PING_MS,
  onAnswer: () => void = () => {},
): () => void {
  let sent = 0;
  let answered = 0;
  child.on('message', (message) => {
    if (!isPong(message)) return;
    answered = message.pong;
    onAnswer();
  });
  const timer = setInterval(() => {
    if (sent - answered >= MAX_MISSED_PINGS) {
      stop();
      onSilence();
    } else if (child.connected) child.send({ ping: ++sent } satisfies LivenessPing, () => {});
  }, pingMs);
  const stop = () => clearInterval(timer);
  child.once('exit', stop);
  return stop;
}
