import { readFileSync } from 'node:fs';

/** Whether a process ended but wasn't reaped by its parent: in a container that can last. */
function isZombie(pid: number): boolean {
  try {
    return process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a process runs, also one of another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}
