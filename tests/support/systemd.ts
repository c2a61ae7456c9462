import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { isProgramMissing } from './around-servers.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { eventually } from './processes.ts';

const hasSystemd = (): boolean =>
  ['systemd-analyze', 'systemd-notify'].every(
    (program) => spawnSync(program, ['--version']).status === 0,
  );

/** Installs systemd's programs where there are none. Returns why it couldn't. */
export const ensureSystemd = (): string | undefined =>
  hasSystemd() ? undefined : aptInstall('systemd');

export const isSystemdMissing = (): boolean =>
  isProgramMissing(
    hasSystemd(),
    'systemd can’t be had on this machine: the tests of its units are left out.',
  );

/** Prints each message that comes to a socket; Node can't listen on one of this kind. */
const RECEIVER = `
use strict; use Socket;
socket(my $socket, PF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($socket, pack_sockaddr_un($ARGV[0])) or die $!;
$| = 1;
while (defined recv($socket, my $message, 4096, 0)) { print "$message\\n"; }
`;

/** What systemd would be told: its socket, and all that has come to it. */
export async function listenAsSystemd(
  folder: string,
): Promise<{ socket: string; received(): string[] }> {
  const socket = join(folder, 'notify');
  const child = spawn('perl', ['-e', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  atEndOfFile(() => void child.kill());
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk));
  await eventually(() => existsSync(socket));
  // systemd-notify waits at the end until it is heard, by a message of its own
  const received = () =>
    text.split('\n').filter((line) => /^[A-Z]+=/.test(line) && !/^BARR/.test(line));
  return { socket, received };
}
