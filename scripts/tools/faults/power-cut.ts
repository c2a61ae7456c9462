import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../tests/support/processes.ts';

/* A power cut: all processes end, and data that isn't on disk is lost. */

export interface PowerDisk {
  /** Stops the disk at once: nothing in memory reaches it any more. */
  cut(): void;
  /** Mounts the disk after the cut; its processes have ended. */
  mountAgain(): Promise<void>;
  unmount(): void;
}

const IMAGE_MEGABYTES = 4_000;
/** ext4's ioctl for tests (EXT4_IOC_SHUTDOWN), with the flag that drops the journal too. */
const SHUTDOWN =
  'my $flag = pack("L", 2); open(F, "<", $ARGV[0]) && ioctl(F, 0x8004587d, $flag) or exit 1';

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).status === 0;

/** Mounts an ext4 `image` at a folder. Returns the obstacle if the system doesn't permit it. */
export function mountPowerDisk(folder: string, image: string): PowerDisk | string {
  mkdirSync(folder, { recursive: true });
  if (process.platform !== 'linux') return 'it needs Linux';
  if (!succeeds('perl', '-e', '1')) return 'perl is not here';
  if (!succeeds('truncate', '-s', `${IMAGE_MEGABYTES}M`, image)) return 'no room for a disk';
  if (!succeeds('mkfs.ext4', '-q', '-F', image)) return 'mkfs.ext4 is not here';
  // The unmount frees the loop device.
  const mount = () => succeeds('mount', '-t', 'ext4', '-o', 'loop', image, folder);
  if (!mount()) return 'this user may not mount, or there is no loop device';
  return {
    cut() {
      if (!succeeds('perl', '-e', SHUTDOWN, folder))
        throw new Error('the disk could not be stopped');
    },
    async mountAgain() {
      // nginx closes its files in a moment; a lazy unmount would keep the stopped disk
      await eventually(async () => succeeds('umount', folder));
      if (!mount()) throw new Error('the disk could not be mounted again');
    },
    unmount() {
      if (!succeeds('umount', folder)) succeeds('umount', '-l', folder);
    },
  };
}

/** Empty files, which a server would send as pages. */
export const findEmptyFiles = (siteDir: string): string[] =>
  readdirSync(siteDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.publishing'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.size === 0);
