import type { ChildProcess } from 'node:child_process';

/** Stops a process that was started here, and waits for its end. Throws if it had to be killed. */
export async function stopProcess(
  child: ChildProcess,
  { patience = 15_000, group = false } = {},
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let killed = false;
  child.kill('SIGTERM');
  const timer = setTimeout(() => {
    killed = true;
    if (group) process.kill(-(child.pid as number), 'SIGKILL');
    else child.kill('SIGKILL');
  }, patience);
  await exited;
  clearTimeout(timer);
  if (killed)
    throw new Error(
      `${child.spawnargs.slice(0, 8).join(' ')} did not end within ${patience / 1000} s of SIGTERM.`,
    );
}
