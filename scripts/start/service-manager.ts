import { spawn } from 'node:child_process';
import type { Logger } from '#platform/log.ts';

/*
 * Notifies systemd (Type=notify). Node can't send to such a socket, so systemd-notify does;
 * starting it takes this small process a few milliseconds, but forking the server would delay
 * readers.
 */

export interface ServiceManager {
  /** The server answers. */
  ready(): void;
  /** The server's main thread answered a ping: notifies the watchdog if due. */
  alive(): void;
  stopping(): void;
}

const NOBODY: ServiceManager = { ready() {}, alive() {}, stopping() {} };

/** The service manager that started this process; a no-op without one. */
export function findServiceManager(
  log: Logger,
  { NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv = process.env,
): ServiceManager {
  if (!NOTIFY_SOCKET) return NOBODY;
  /** Half of the watchdog's timeout. */
  const feedMs = Number(WATCHDOG_USEC ?? 0) / 2_000;
  let fedAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  const notify = (state: string) => {
    const child = spawn('systemd-notify', [state], {
      stdio: 'ignore',
      env: { ...process.env, NOTIFY_SOCKET },
    });
    child.once('error', (error) => log.error({ err: error, state }, 'systemd.notifyFailed'));
    child.unref();
  };
  return {
    ready: () => notify('READY=1'),
    alive() {
      const now = performance.now();
      if (feedMs === 0 || isStopping || now - fedAt < feedMs) return;
      fedAt = now;
      notify('WATCHDOG=1');
    },
    stopping() {
      isStopping = true;
      notify('STOPPING=1');
    },
  };
}
