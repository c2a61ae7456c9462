import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { copyBuildAssets } from '../../src/publish/files/copy-build-assets.ts';
import { temporaryFolder } from '../support/test-site.ts';

const BUILT = new Date('2026-11-01T08:00:00Z');
const DAY_MS = 86_400_000;
let [build, site] = ['', ''];

function put(folder: string, file: string, text: string, at = BUILT): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, at, at);
}
const read = (file: string): string => readFileSync(join(site, file), 'utf8');
const changedAt = (file: string): number => statSync(join(site, file)).mtimeMs;

beforeEach(() => {
  [build, site] = [temporaryFolder('build'), temporaryFolder('site')];
  put(build, 'favicon.ico', 'icon');
  put(build, 'assets/build/page.abc.js', 'script');
  copyBuildAssets(build, site);
});

test('[R39] a build’s files are copied next to the pages, and a restart rewrites none of them', () => {
  expect([read('favicon.ico'), read('assets/build/page.abc.js')]).toEqual(['icon', 'script']);
  // a second copy would replace this
  put(site, 'favicon.ico', 'ICON');
  put(site, 'assets/build/page.abc.js', 'SCRIPT');
  copyBuildAssets(build, site);
  expect([read('favicon.ico'), read('assets/build/page.abc.js')]).toEqual(['ICON', 'SCRIPT']);
  expect(changedAt('favicon.ico')).toBe(BUILT.getTime());
});

test('[R39] changed and partly copied files of a new build are copied', () => {
  put(build, 'favicon.ico', 'moon', new Date(BUILT.getTime() + DAY_MS));
  put(site, 'assets/build/page.abc.js', 'scr');
  copyBuildAssets(build, site);
  expect([read('favicon.ico'), read('assets/build/page.abc.js')]).toEqual(['moon', 'script']);
});

test('[R39] earlier builds’ scripts stay for sixty days after their last start', () => {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  put(site, 'assets/build/page.old.js', 'old', ago(59));
  put(site, 'assets/build/page.older.js', 'older', ago(61));
  put(site, 'assets/build/page.abc.js', 'script', ago(61));
  copyBuildAssets(build, site);
  expect(read('assets/build/page.old.js')).toBe('old');
  expect(read('assets/build/page.abc.js')).toBe('script');
  expect(() => read('assets/build/page.older.js')).toThrow('ENOENT');
});
