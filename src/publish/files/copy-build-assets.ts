import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Days for which older builds' assets are retained for cached pages and open tabs. */
export const KEEP_OLD_ASSETS_DAYS = 60;
/** Resolution of file times: a millisecond or finer, on some file systems two seconds. */
const MTIME_TOLERANCE_MS = 2_000;

export const listAssets = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

export const isHashedAsset = (file: string): boolean => file.startsWith('assets/build/');

/**
 * Copies a build's assets. Those of earlier builds remain for their pages. Skips complete files.
 */
export function copyBuildAssets(clientDir: string, siteDir: string): void {
  const now = new Date();
  for (const file of listAssets(clientDir)) {
    const target = join(siteDir, file);
    const source = statSync(join(clientDir, file));
    const existing = statSync(target, { throwIfNoEntry: false });
    const isCopied =
      existing?.size === source.size &&
      (isHashedAsset(file) || Math.abs(existing.mtimeMs - source.mtimeMs) < MTIME_TOLERANCE_MS);
    if (!isCopied) {
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(clientDir, file), target);
    }
    if (isHashedAsset(file)) utimesSync(target, now, now);
    else if (!isCopied) utimesSync(target, source.atime, source.mtime);
  }
  const buildDir = join(siteDir, 'assets/build');
  if (!existsSync(buildDir)) return;
  const oldestRetainedMs = now.getTime() - KEEP_OLD_ASSETS_DAYS * 86_400_000;
  for (const file of listAssets(buildDir))
    if (statSync(join(buildDir, file)).mtimeMs < oldestRetainedMs)
      rmSync(join(buildDir, file), { force: true });
}
