import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { aptInstall } from './apt-install.ts';

/* The Chromium of browser tests and measurements. */

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const SYSTEM_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const playwrightCli = join(import.meta.dirname, '../node_modules/.bin/playwright');

function findPlaywrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/** An installed Chromium: Playwright's, else the system's. */
export const findChromium = (): string | undefined =>
  findPlaywrightChromium() ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);

/** Finds or installs Chromium: Playwright's, else Debian's. Throws with advice. */
export function ensureChromium(say: (line: string) => void = console.log): string {
  const existing = findChromium();
  if (existing) return existing;
  say('No Chromium found: installing Playwright’s …');
  const installed = spawnSync(playwrightCli, ['install', '--with-deps', 'chromium'], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  const bundled = findPlaywrightChromium();
  if (bundled && installed.status === 0) return bundled;
  say('Playwright’s installation failed: installing Debian’s with apt-get …');
  const refused = aptInstall('chromium');
  const system = findChromium();
  if (system) return system;
  const reason = (installed.stderr || installed.error?.message || '').trim().split('\n').at(-1);
  throw new Error(
    `Browser tests need Chromium, and it could not be installed.\n  Playwright: ${reason}\n  apt-get: ${refused}\nInstall it yourself: "npx playwright install --with-deps chromium", or your system's package at ${SYSTEM_CHROMIUM}.`,
  );
}

/**
 * The "headless shell" if Debian has one, else Chromium. The shell has the same engine without a
 * window's own pages, so each window opens in a third of the time.
 */
export function ensureHeadlessChromium(say?: (line: string) => void): string {
  if (findPlaywrightChromium() === undefined) {
    if (existsSync(SYSTEM_HEADLESS_SHELL)) return SYSTEM_HEADLESS_SHELL;
    // An existing browser is sufficient, except on machines that run all tests.
    if (
      (process.env.CI || findChromium() === undefined) &&
      aptInstall('chromium-headless-shell') === undefined &&
      existsSync(SYSTEM_HEADLESS_SHELL)
    )
      return SYSTEM_HEADLESS_SHELL;
  }
  return ensureChromium(say);
}

/** Flags for tests: works in containers, no background requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

if (import.meta.main) console.log(ensureHeadlessChromium());
