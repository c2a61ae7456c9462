import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Days for which the assets of earlier builds stay: pages in caches and open tabs still ask for
 * them.
 */
const KEEP_OLD_ASSETS_DAYS = 60;

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/**
 * Puts a build's assets beside the pages. Those of earlier builds stay, because pages of earlier
 * builds are served until they are rendered again, and point to them.
 */
export function copyBuildAssets(clientDir: string, siteDir: string): void {
  const now = new Date();
  for (const file of listFiles(clientDir)) {
    const target = join(siteDir, file);
    const source = join(clientDir, file);
    const isHashed = file.startsWith('assets/build/');
    if (isHashed && existsSync(target)) utimesSync(target, now, now);
    else {
      mkdirSync(dirname(target), { recursive: true });
      cpSync(source, target);
    }
  }
  const buildDir = join(siteDir, 'assets/build');
  if (!existsSync(buildDir)) return;
  const oldestKeptMs = now.getTime() - KEEP_OLD_ASSETS_DAYS * 86_400_000;
  for (const file of listFiles(buildDir))
    if (statSync(join(buildDir, file)).mtimeMs < oldestKeptMs)
      rmSync(join(buildDir, file), { force: true });
}
