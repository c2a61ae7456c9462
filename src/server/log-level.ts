import { BroadcastChannel } from 'node:worker_threads';
import type { Logger } from '#platform/log.ts';

/* SIGUSR2 toggles between the most verbose log level and LOG_LEVEL. */

const CHANNEL = 'forum-log-level';
const VERBOSE_LEVEL = 'debug';

/** Lets the main thread change the level of this thread's log. */
export function followLogLevel(log: Logger): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: { data: string }) => {
    log.level = data;
  };
  channel.unref();
}

/** Changes all threads' log levels on SIGUSR2. Call it once, in the main thread. */
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
