import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { default as Axe, RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright';
import { test as base, expect } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import type { Lang } from '#contracts/language.ts';
import { CHROMIUM_FLAGS, ensureHeadlessChromium } from '../../scripts/install/chromium.ts';
import type { Site } from './test-site.ts';

/**
 * Reduces drawing to a tenth of the work: no test compares pixels. The GPU, the network and a
 * window's frames get no processes of their own, which saves a fifth of the processor time.
 */
const TEST_FLAGS = [
  '--force-gpu-mem-available-mb=1',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

/** Limit for browser actions, in milliseconds; test machines may be busy. */
const PATIENCE_MS = 90_000;

/**
 * Limit for closing a window, in milliseconds; later the end of the run closes it. Chromium
 * sometimes loses the close command if the page starts a navigation at that moment.
 */
const CLOSE_MS = 20_000;

const closeSoon = (one: Browser | BrowserContext): Promise<void> =>
  Promise.race([one.close(), delay(CLOSE_MS, undefined, { ref: false })]);

/** Limit for the printed description of a window whose test failed. */
const SHOWN_CHARACTERS = 12_000;

/** Polls `look` until the expectation holds. */
export const expectSoon = <Seen>(look: () => Promise<Seen> | Seen, message = '') =>
  expect.poll(look, { timeout: PATIENCE_MS, message });

export interface PageOptions {
  /** Sets Accept-Language, not the language cookie. */
  language?: Lang;
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
  reducedMotion?: 'reduce' | 'no-preference';
  hasTouch?: boolean;
  isMobile?: boolean;
  userAgent?: string;
  timezoneId?: string;
  deviceScaleFactor?: number;
  screen?: { width: number; height: number };
}

/** Small phones in portrait; the widths show how lines break. */
export const PHONES = [
  { width: 360, height: 740, hasTouch: true, isMobile: true },
  { width: 412, height: 915, hasTouch: true, isMobile: true },
] as const satisfies PageOptions[];

const LOCALES: Record<Lang, string> = { zh: 'zh-CN', en: 'en-GB' };

/** Chromium logs an error status of the page itself, which such tests request on purpose. */
const isOwnStatusMessage = (message: ConsoleMessage, page: Page): boolean =>
  message.text().startsWith('Failed to load resource: the server responded with a status of') &&
  message.location().url === page.url();

/** Collects console warnings, console errors and uncaught errors of a page. */
function collectComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (!['warning', 'error'].includes(message.type()) || isOwnStatusMessage(message, page)) return;
    complaints.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) =>
    complaints.push(`${page.url()}: ${error.stack ?? error.message}`),
  );
}

/**
 * Delays navigations until the history entry of a closed overlay is removed. The page goes back to
 * remove it (client/core/overlay-history.ts), which would cancel a navigation.
 */
function leaveAfterOverlays(page: Page): void {
  const waitUntilGone = () =>
    page
      .waitForFunction(
        () =>
          !(history.state as { sheets?: number } | null)?.sheets ||
          document.querySelector('[role$="dialog"], [role="menu"], details.pick[open]'),
      )
      // Another navigation is already replacing the page.
      .catch(() => undefined);
  const { goto, reload } = page;
  page.goto = async (...to) => {
    await waitUntilGone();
    return goto.apply(page, to);
  };
  page.reload = async (...how) => {
    await waitUntilGone();
    return reload.apply(page, how);
  };
}

/** Patterns of expected console messages, by the complaints of a test. */
const expectedComplaints = new WeakMap<string[], RegExp[]>();
const unexpectedComplaints = (complaints: string[]): string[] =>
  complaints.filter(
    (complaint) => !expectedComplaints.get(complaints)?.some((pattern) => pattern.test(complaint)),
  );

/** Allows any number of matching console messages, for requests that the browser may abort. */
export function allowConsoleMessages(complaints: string[], ...patterns: readonly RegExp[]): void {
  expectedComplaints.set(complaints, [...(expectedComplaints.get(complaints) ?? []), ...patterns]);
  complaints.splice(0, complaints.length, ...unexpectedComplaints(complaints));
}

/**
 * Waits for one console message per pattern and removes it and later matches from the list. Other
 * messages stay in the list and fail the test.
 */
export async function expectConsoleMessages(
  complaints: string[],
  ...expected: readonly RegExp[]
): Promise<void> {
  for (const pattern of expected)
    await expectSoon(
      () => (complaints.some((complaint) => pattern.test(complaint)) ? 'it came' : complaints),
      `a complaint like ${pattern}`,
    ).toBe('it came');
  allowConsoleMessages(complaints, ...expected);
}

/** The window's accessibility tree, printed when its test fails. */
async function describeWindow(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: Error) => error.message);
  return `${page.url()}\n${shown.slice(0, SHOWN_CHARACTERS)}`;
}

/** Opens a window with its own browser context. */
export type OpenWindow = (options?: PageOptions) => Promise<Page>;

/**
 * Tests that drive Chromium. `page` is a window of 1440 × 900 with light colours and Chinese;
 * `open` opens others. A console message of any window fails the test, unless
 * `expectConsoleMessages` expects it.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await chromium.launch({
      executablePath: ensureHeadlessChromium(),
      args: [...CHROMIUM_FLAGS, ...TEST_FLAGS],
    });
    onCleanup(() => closeSoon(browser));
    return browser;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('complaints', async ({}, { onCleanup }): Promise<string[]> => {
    const complaints: string[] = [];
    onCleanup(() =>
      expect(unexpectedComplaints(complaints), 'complaints on the browser’s console').toEqual([]),
    );
    return complaints;
  })
  .extend('open', async ({ browser, complaints, task }, { onCleanup }): Promise<OpenWindow> => {
    const contexts: BrowserContext[] = [];
    onCleanup(async () => {
      const error = task.result?.errors?.[0];
      if (error)
        for (const page of contexts.flatMap((context) => context.pages()))
          error.message += `\n\nLeft open: ${await describeWindow(page)}`;
      await Promise.all(contexts.map(closeSoon));
    });
    return async ({ language = 'zh', width = 1440, height = 900, ...rest } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: LOCALES[language],
        ...rest,
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      collectComplaints(page, complaints);
      leaveAfterOverlays(page);
      context.on('page', (other) => collectComplaints(other, complaints));
      return page;
    };
  })
  .extend('page', ({ open }): Promise<Page> => open());

/** Logs a browser in by storing a session, as a login would. */
export async function login(page: Page, site: Site, userId: number): Promise<void> {
  const token = await createSession(site.db, {
    userId,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  const cookie = (name: string, value: string, httpOnly: boolean) => ({
    name,
    value,
    url: site.url,
    httpOnly,
    sameSite: 'Lax' as const,
  });
  await page
    .context()
    .addCookies([
      cookie('bbs', token, true),
      cookie('XSRF-TOKEN', deriveXsrfToken(token), false),
      cookie('member', '1', false),
    ]);
}

/**
 * Waits until an element is visible, in each frame: a locator may notice it half a second later.
 */
export const waitUntilShown = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((one) => {
    const found = [...document.querySelectorAll(one)];
    return found.some((element) => element.checkVisibility({ visibilityProperty: true }));
  }, selector);

/** Whether nothing moves and no table is loading; endless loading indicators don't count. */
const isStill = (): boolean =>
  !document.querySelector('.scroll[aria-busy="true"]') &&
  document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== 'running' ||
        effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    );

/** axe as a minified script: a third of the module, which each page must parse. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Skips frames: they hold third-party videos, and axe would wait for an answer from each. */
const AXE_OPTIONS: RunOptions = { resultTypes: ['violations'], iframes: false };
/** axe's rules about colours: the only ones that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** axe's findings once the page is still: one line per rule and element. */
export const accessibilityProblems = (page: Page): Promise<string[]> => runAxe(page, AXE_OPTIONS);

/** The same for one part: for overlays on a page that was checked before. */
export const accessibilityProblemsWithin = (page: Page, part: string): Promise<string[]> =>
  runAxe(page, AXE_OPTIONS, part);

/** The same for colours only: for a page that was checked in another theme. */
export const colourProblems = (page: Page, part?: string): Promise<string[]> =>
  runAxe(page, { ...AXE_OPTIONS, runOnly: COLOUR_RULES }, part);

/**
 * Targets below 24 CSS pixels without space around them. Not for pages with bars over their
 * content: axe reports covered targets as small.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  runAxe(page, { ...AXE_OPTIONS, runOnly: ['target-size'] });

async function runAxe(page: Page, how: RunOptions, part = 'html'): Promise<string[]> {
  await page.waitForFunction(isStill);
  // axe stays in the page for later checks: injecting it again takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const { violations } = await page.evaluate(
    ([options, within]) => (window as unknown as { axe: typeof Axe }).axe.run(within, options),
    [how, part] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.target.join(' ')} ${node.failureSummary?.split('\n').at(-1)?.trim() ?? ''}`,
    ),
  );
}
