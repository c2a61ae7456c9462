import { BroadcastChannel } from 'node:worker_threads';
import type { Logger } from '#platform/log.ts';

/* SIGUSR2 makes the log say everything, and once more as little as LOG_LEVEL says. */

const CHANNEL = 'forum-log-level';
const VERBOSE_LEVEL = 'debug';

/** Lets the level of a thread's log be changed by the main thread. */
export function followLogLevel(log: Logger): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: { data: string }) => {
    log.level = data;
  };
  channel.unref();
}

/** Changes the level of all threads' logs at SIGUSR2. Called once, in the main thread. */
export function changeLogLevelOnSignal(log: Logger): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  const configuredLevel = log.level;
  process.on('SIGUSR2', () => {
    const level = log.level === VERBOSE_LEVEL ? configuredLevel : VERBOSE_LEVEL;
    log.level = level;
    channel.postMessage(level);
    log.info({ level }, 'log.levelChanged');
  });
}
