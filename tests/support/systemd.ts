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

/** Installs systemd's programs if missing. Returns the reason if that fails. */
export const ensureSystemd = (): string | undefined =>
  hasSystemd() ? undefined : aptInstall('systemd');

export const isSystemdMissing = (): boolean =>
  isProgramMissing(
    hasSystemd(),
    'systemd can’t be had on this machine: the tests of its units are left out.',
  );

/** Prints each message to a Unix datagram socket; Node can't listen on one. */
const RECEIVER = `
use strict; use Socket;
socket(my $socket, PF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($socket, pack_sockaddr_un($ARGV[0])) or die $!;
$| = 1;
while (defined recv($socket, my $message, 4096, 0)) { print "$message\\n"; }
`;

/** A socket in systemd's role, and all messages that it received. */
export async function listenAsSystemd(
  folder: string,
): Promise<{ socket: string; received(): string[] }> {
  const socket = join(folder, 'notify');
  const child = spawn('perl', ['-e', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  atEndOfFile(() => void child.kill());
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk));
  await eventually(() => existsSync(socket));
  // systemd-notify waits at the end for a confirmation of its own message
  const received = () =>
    text.split('\n').filter((line) => /^[A-Z]+=/.test(line) && !/^BARR/.test(line));
  return { socket, received };
}
