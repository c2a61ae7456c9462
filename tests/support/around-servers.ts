import { type ChildProcess, spawn } from 'node:child_process';

/* Third-party servers around a forum in tests: proxies and caches. */

/** Whether to skip tests of a missing program, after printing `leftOut`; never in CI. */
export function isProgramMissing(isThere: boolean, leftOut: string): boolean {
  const isMissing = !isThere && !process.env.CI;
  if (isMissing) console.warn(leftOut);
  return isMissing;
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );

export interface ThirdPartyServer {
  child: ChildProcess;
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Default limit for a server's first answer, in milliseconds; the machine may be busy. */
const START_TIMEOUT_MS = 30_000;

/** Starts a server; resolves once it answers at `url`. */
export async function startThirdPartyServer(
  [program, ...args]: readonly [program: string, ...args: string[]],
  {
    name,
    url,
    env,
    withinMs = START_TIMEOUT_MS,
  }: { name: string; url: string; env?: NodeJS.ProcessEnv; withinMs?: number },
): Promise<ThirdPartyServer> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env ? { env } : {}),
  });
  let complaint = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (complaint += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = Date.now() + withinMs;
  while (!(await isAnswering(url))) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await stop();
    throw new Error(`${name} did not start: ${complaint}`);
  }
  return { child, ended, stop };
}
