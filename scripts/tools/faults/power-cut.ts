import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../tests/support/processes.ts';

/* A power cut: everything ends at once, and what wasn't on the disk is lost. */

export interface PowerDisk {
  /** Stops the disk at once: nothing that is in memory reaches it any more. */
  cut(): void;
  /** Mounts the disk as the cut left it; the processes that used it have ended. */
  mountAgain(): Promise<void>;
  unmount(): void;
}

const IMAGE_MEGABYTES = 4_000;
/** ext4's own ioctl for tests (EXT4_IOC_SHUTDOWN), with the flag that drops the journal too. */
const SHUTDOWN =
  'my $flag = pack("L", 2); open(F, "<", $ARGV[0]) && ioctl(F, 0x8004587d, $flag) or exit 1';

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).status === 0;

/**
 * Mounts an ext4 of its own at a folder; `image` is the file that it is in. Returns what is missing
 * where this system doesn't allow it.
 */
export function mountPowerDisk(folder: string, image: string): PowerDisk | string {
  mkdirSync(folder, { recursive: true });
  if (process.platform !== 'linux') return 'it needs Linux';
  if (!succeeds('perl', '-e', '1')) return 'perl is not here';
  if (!succeeds('truncate', '-s', `${IMAGE_MEGABYTES}M`, image)) return 'no room for a disk';
  if (!succeeds('mkfs.ext4', '-q', '-F', image)) return 'mkfs.ext4 is not here';
  // Its loop device is freed with the unmount, whoever does that.
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

/** Files of the site without a byte, which a server would send as pages. */
export const findEmptyFiles = (siteDir: string): string[] =>
  readdirSync(siteDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.publishing'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.size === 0);
