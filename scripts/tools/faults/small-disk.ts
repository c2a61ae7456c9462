import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/* Small disks that can be full: file systems in memory, if mounting is permitted. */

export interface SmallDisk {
  folder: string;
  /** Fills the disk until the returned function is called. */
  fill(): () => void;
  /** The same for inodes: no new files or folders. */
  fillInodes(): () => void;
  unmount(): void;
}

/** Capacity of a disk; only its content uses memory. */
export interface DiskSize {
  megabytes: number;
  inodes: number;
}

/** For pages. */
export const PAGES_DISK: DiskSize = { megabytes: 700, inodes: 400_000 };
/** For the database with up to 2 GB of WAL, and other data. */
export const DATA_DISK: DiskSize = { megabytes: 6_000, inodes: 100_000 };

/** Attempts to set a limit to the current usage, which concurrent writes change. */
const MAX_TRIES = 100;

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/**
 * Mounts a folder on its own disk, if permitted. "Full" sets the limit to the current usage: the
 * system then fails with ENOSPC, without time or memory for filler files.
 */
export function mountSmallDisk(
  folder: string,
  { megabytes, inodes }: DiskSize,
): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const whole = { size: `${megabytes}m`, nr_inodes: String(inodes) };
  const options = `mode=755,size=${whole.size},nr_inodes=${whole.nr_inodes}`;
  if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', options, 'forum-faults', folder))
    return undefined;
  const limit = (option: keyof typeof whole, value: string): boolean =>
    mount('-o', `remount,${option}=${value}`, folder);
  const takeAll = (option: keyof typeof whole) => {
    const used = () => {
      const { blocks, bfree, bsize, files, ffree } = statfsSync(folder);
      return String(option === 'size' ? (blocks - bfree) * bsize : files - ffree);
    };
    let tries = 1;
    while (!limit(option, used()))
      if (++tries > MAX_TRIES) throw new Error(`the disk ${folder} could not be filled`);
    return () => {
      if (!limit(option, whole[option])) throw new Error(`the disk ${folder} could not be freed`);
    };
  };
  return {
    folder,
    fill: () => takeAll('size'),
    fillInodes: () => takeAll('nr_inodes'),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  };
}
