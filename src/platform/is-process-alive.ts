import { readFileSync } from 'node:fs';

/**
 * Whether a process has ended and only waits for its parent to notice, as it may for ever in a
 * container.
 */
function isZombie(pid: number): boolean {
  try {
    return process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a process runs, also one that another user owns. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}
