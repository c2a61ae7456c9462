import { statfsSync } from 'node:fs';
import { ConfigError } from '#platform/env.ts';

/** Bytes that must stay free for others. */
const RESERVE_BYTES = 256e6;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;

/** Throws ConfigError unless a folder's disk has space for the bytes, plus a reserve. */
export function requireDiskSpace(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const needed = bytes + RESERVE_BYTES;
  if (free < needed)
    throw new ConfigError(
      `Not enough disk space in ${folder} for ${what}: ${megabytes(needed)} needed, ${megabytes(free)} free. Nothing was written.`,
    );
}
