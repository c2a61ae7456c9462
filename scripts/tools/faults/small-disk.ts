import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/* Disks of a size of their own, to be made full: file systems in memory, where one may mount. */

export interface SmallDisk {
  folder: string;
  /** Leaves no room for another byte until what it returns is called. */
  fill(): () => void;
  /** Leaves room, but none for another file or folder: its inodes are gone. */
  fillInodes(): () => void;
  unmount(): void;
}

/** What a disk has room for: memory is taken only by what stands there. */
export interface DiskSize {
  megabytes: number;
  inodes: number;
}

/** For pages. */
export const PAGES_DISK: DiskSize = { megabytes: 700, inodes: 400_000 };
/** For the database with its log, which may take 2 GB, and what is beside it. */
export const DATA_DISK: DiskSize = { megabytes: 6_000, inodes: 100_000 };

/** How often a limit is tried that is what is used: somebody writes meanwhile. */
const MAX_TRIES = 100;

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/**
 * Puts a folder on a disk of its own, where this system allows it. Full means that its limit is set
 * to what is used: the system refuses the same (ENOSPC) as when files take all of it, and neither
 * time nor memory is needed for those.
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
