import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK_FILE = join(tmpdir(), 'forum-apt.lock');

const succeeds = (program: string, args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** How to run apt without a password prompt; undefined if that isn't possible. */
function sudoPrefix(): string[] | undefined {
  if (!succeeds('apt-get', ['--version'])) return undefined;
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

/** Installs Debian or Ubuntu packages. Returns why it couldn't. */
export function aptInstall(...packages: string[]): string | undefined {
  const prefixArgs = sudoPrefix();
  if (!prefixArgs) return 'apt-get is missing or needs a password';
  const run = (...args: string[]) =>
    spawnSync(
      // two concurrent runs would fail
      'flock',
      [LOCK_FILE, ...prefixArgs, 'apt-get', ...args],
      {
        encoding: 'utf8',
        timeout: 300_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    );
  const install = () => run('install', '--yes', '--no-install-recommends', ...packages);
  if (install().status === 0) return undefined;
  run('update'); // package lists of a fresh machine are empty or old
  const second = install();
  return second.status === 0
    ? undefined
    : (second.stderr || second.stdout || second.error?.message || '').trim().split('\n').at(-1);
}
