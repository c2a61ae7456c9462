import { spawn } from 'node:child_process';
import type { Logger } from '#platform/log.ts';

/*
 * What the system's service manager is told of a forum that it has started (systemd, Type=notify).
 * Node can't send to a socket of that kind, so systemd's own program does; to start it costs this
 * small process a few milliseconds, where a fork of the server would hold up its readers.
 */

export interface ServiceManager {
  /** The server answers. */
  ready(): void;
  /** The server's main thread has just answered a ping: the watchdog is fed, when it is time. */
  alive(): void;
  stopping(): void;
}

const NOBODY: ServiceManager = { ready() {}, alive() {}, stopping() {} };

/** Who started this process and wants to be told; where nobody does, somebody who hears nothing. */
export function findServiceManager(
  log: Logger,
  { NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv = process.env,
): ServiceManager {
  if (!NOTIFY_SOCKET) return NOBODY;
  /** Milliseconds between two meals: half of what the watchdog waits. */
  const feedMs = Number(WATCHDOG_USEC ?? 0) / 2_000;
  let fedAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  const tell = (state: string) => {
    const child = spawn('systemd-notify', [state], {
      stdio: 'ignore',
      env: { ...process.env, NOTIFY_SOCKET },
    });
    child.once('error', (error) => log.error({ err: error, state }, 'systemd.notTold'));
    child.unref();
  };
  return {
    ready: () => tell('READY=1'),
    alive() {
      const now = performance.now();
      if (feedMs === 0 || isStopping || now - fedAt < feedMs) return;
      fedAt = now;
      tell('WATCHDOG=1');
    },
    stopping() {
      isStopping = true;
      tell('STOPPING=1');
    },
  };
}
