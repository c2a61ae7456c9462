import type { ChildProcess } from 'node:child_process';
import { isPong, type LivenessPing } from '#platform/liveness.ts';

/** Interval of pings, and allowed unanswered ones in a row. */
const PING_MS = 5_000;
const MAX_MISSED_PINGS = 3;

/**
 * Pings a child that uses `answerPings`, and calls `onSilence` once after three unanswered pings
 * (15 seconds). It counts pings, because a suspended machine's child doesn't hang. `onAnswer` is
 * called for each answer. Returns a stop function; it stops with the child, too.
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
