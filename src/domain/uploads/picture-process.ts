import { AppError } from '#contracts/errors.ts';
import { encodeWebp } from './encode-webp.ts';
import type { PictureReply, PictureRequest } from './picture-processes.ts';

/* Controlled by picture-processes.ts. Library threads decode, so this thread monitors the cost. */

/** Milliseconds between two cost checks. */
const WATCH_MS = 50;
const MEGABYTE = 1024 * 1024;

const send = (reply: PictureReply) => void process.send?.(reply);

const usedMs = (before?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Never throws; errors are replies. */
async function handleRequest({ picture, cpuMs, memoryMb }: PictureRequest): Promise<void> {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const used = usedMs(before);
    const isLarge = process.memoryUsage.rss() > memoryMb * MEGABYTE;
    if (used > cpuMs || isLarge)
      send({ kind: 'exceeded', reason: isLarge ? 'memory' : 'cpu', cpuMs: used });
  }, WATCH_MS);
  try {
    const encoded = await encodeWebp(picture);
    send({ kind: 'encoded', encoded, cpuMs: usedMs(before) });
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'unsupported';
    send({ kind: 'refused', code, cpuMs: usedMs(before) });
  } finally {
    clearInterval(watch);
  }
}

// The server ends it after its own stop. A regular exit would wait for decoder threads.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request: PictureRequest) => void handleRequest(request));
