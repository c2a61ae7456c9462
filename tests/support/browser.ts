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
 * Draws what is on the screen and little beside it, a tenth of the work: no test looks at pixels.
 * The GPU and the network have no processes of their own, and a window's frames share one: a fifth
 * less processor time.
 */
const TEST_FLAGS = [
  '--force-gpu-mem-available-mb=1',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

/** How long a browser is waited for: machines that run tests can be busy with other work. */
const PATIENCE_MS = 90_000;

/**
 * Milliseconds after which a window that doesn't close is left as it is: Chromium sometimes loses
 * the order when the page begins to load another one at that moment. It ends with the run.
 */
const CLOSE_MS = 20_000;

const closeSoon = (one: Browser | BrowserContext): Promise<void> =>
  Promise.race([one.close(), delay(CLOSE_MS, undefined, { ref: false })]);

/** How much is printed of a window whose test has failed. */
const SHOWN_CHARACTERS = 12_000;

/** Looks again until it is so. */
export const expectSoon = <Seen>(look: () => Promise<Seen> | Seen, message = '') =>
  expect.poll(look, { timeout: PATIENCE_MS, message });

export interface PageOptions {
  /** What the browser asks for by Accept-Language; a choice by cookie isn't made. */
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

/** A phone that is held upright: small, and wide enough to show how lines break. */
export const PHONES = [
  { width: 360, height: 740, hasTouch: true, isMobile: true },
  { width: 412, height: 915, hasTouch: true, isMobile: true },
] as const satisfies PageOptions[];

const LOCALES: Record<Lang, string> = { zh: 'zh-CN', en: 'en-GB' };

/**
 * Chromium notes the status of a page that is an error page; the page itself is what was asked for.
 */
const isOwnStatusMessage = (message: ConsoleMessage, page: Page): boolean =>
  message.text().startsWith('Failed to load resource: the server responded with a status of') &&
  message.location().url === page.url();

/**
 * Notes what a page complains of: warnings and errors on its console, and errors that nobody
 * caught.
 */
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
 * Delays navigations until the history entry of a closed overlay is gone. A phone's page goes back
 * to remove it (client/core/overlay-history.ts), which would cancel a navigation.
 */
function leaveAfterOverlays(page: Page): void {
  const waitUntilGone = () =>
    page
      .waitForFunction(
        () =>
          !(history.state as { sheets?: number } | null)?.sheets ||
          document.querySelector('[role$="dialog"], [role="menu"], details.pick[open]'),
      )
      // The page is being replaced already.
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

/** What each test has said that its browsers will complain of. */
const expectedComplaints = new WeakMap<string[], RegExp[]>();
const unexpectedComplaints = (complaints: string[]): string[] =>
  complaints.filter(
    (complaint) => !expectedComplaints.get(complaints)?.some((pattern) => pattern.test(complaint)),
  );

/**
 * What the test may make a browser complain of, once, often or never, each by a pattern of its own:
 * for what is cut off at moments that the browser chooses.
 */
export function allowComplaints(complaints: string[], ...patterns: readonly RegExp[]): void {
  expectedComplaints.set(complaints, [...(expectedComplaints.get(complaints) ?? []), ...patterns]);
  complaints.splice(0, complaints.length, ...unexpectedComplaints(complaints));
}

/**
 * Waits for what the test makes a browser complain of, each by a pattern of its own, and takes it
 * from the list, as what comes like it later; anything else stays there and fails the test.
 */
export async function expectComplaints(
  complaints: string[],
  ...expected: readonly RegExp[]
): Promise<void> {
  for (const pattern of expected)
    await expectSoon(
      () => (complaints.some((complaint) => pattern.test(complaint)) ? 'it came' : complaints),
      `a complaint like ${pattern}`,
    ).toBe('it came');
  allowComplaints(complaints, ...expected);
}

/** What a window shows when its test has failed, as a screen reader would be told of it. */
async function describeWindow(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: Error) => error.message);
  return `${page.url()}\n${shown.slice(0, SHOWN_CHARACTERS)}`;
}

/** Opens a window of its own: nothing is shared with other windows of the test. */
export type OpenWindow = (options?: PageOptions) => Promise<Page>;

/**
 * Tests that drive Chromium. `page` is a window of 1440 × 900 in light colours and Chinese; `open`
 * makes others. What any of them complains of on its console fails the test, unless it was expected
 * by `expectComplaints`.
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

/** Logs a browser in as a user by writing the session, as a login would have. */
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
 * Waits until an element is there and shown. It looks at every frame: what comes a third of a
 * second after the first look is noticed by a locator half a second later.
 */
export const waitUntilShown = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((one) => {
    const found = [...document.querySelectorAll(one)];
    return found.some((element) => element.checkVisibility({ visibilityProperty: true }));
  }, selector);

/**
 * Whether nothing fades or moves, and no table is dimmed for the rows to come; what shows that it
 * loads goes on for ever.
 */
const isStill = (): boolean =>
  !document.querySelector('.scroll[aria-busy="true"]') &&
  document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== 'running' ||
        effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    );

/**
 * axe as a script: a third of the length that the module has, which each page that it looks at
 * would parse.
 */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Frames hold other sites' videos: their insides are not ours to judge, and axe would wait for an
 * answer from each.
 */
const AXE_OPTIONS: RunOptions = { resultTypes: ['violations'], iframes: false };
/** axe's rules about colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with the page once it is still: one line for each rule and element. */
export const accessibilityProblems = (page: Page): Promise<string[]> => runAxe(page, AXE_OPTIONS);

/** The same of one part: for what opens on a page that has been looked at whole. */
export const accessibilityProblemsWithin = (page: Page, part: string): Promise<string[]> =>
  runAxe(page, AXE_OPTIONS, part);

/** The same of its colours alone: for a page that has been looked at in another theme. */
export const colourProblems = (page: Page, part?: string): Promise<string[]> =>
  runAxe(page, { ...AXE_OPTIONS, runOnly: COLOUR_RULES }, part);

/**
 * Targets below 24 CSS pixels that have no space around them. Not for pages with
 * bars over them: axe takes what they cover for small.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  runAxe(page, { ...AXE_OPTIONS, runOnly: ['target-size'] });

async function runAxe(page: Page, how: RunOptions, part = 'html'): Promise<string[]> {
  await page.waitForFunction(isStill);
  // axe stays in the page for the next look. Handing it over anew each time, as a wrapper does,
  // takes longer than the look itself.
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
