import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { LANGS, LANGUAGE_COOKIE, type Lang, languageCookieValue } from '#contracts/language.ts';
import { type Area, rootOf } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { CHROMIUM_FLAGS, ensureHeadlessChromium } from '../../install/chromium.ts';
import { addSession } from '../bench/log-in.ts';
import type { Reader, Screen } from './screen-list.ts';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const SIZES: Readonly<Record<Area, { width: number; height: number }>> = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};
const LOCALES: Readonly<Record<Lang, string>> = { zh: 'zh-CN', en: 'en-GB' };

/** A picture: a screen on a device, in a language and a theme. */
export interface Shot {
  screen: Screen;
  device: Area;
  lang: Lang;
  theme: Theme;
  /** Path below the output folder. */
  file: string;
}

/** All pictures of the screens. The sites' screens have one device, the admin area's both. */
export const listShots = (screens: readonly Screen[]): Shot[] =>
  screens.flatMap((screen) => {
    const devices: readonly Area[] = screen.area === 'admin' ? ['desktop', 'phone'] : [screen.area];
    return devices.flatMap((device) => {
      const on = devices.length > 1 ? `.${device}` : '';
      return LANGS.flatMap((lang) =>
        THEMES.map((theme) => ({
          screen,
          device,
          lang,
          theme,
          file: `${screen.area}/${screen.name}${on}.${lang}.${theme}.png`,
        })),
      );
    });
  });

export interface Forum {
  url: string;
  db: Db;
  readers: Readonly<Record<Exclude<Reader, 'visitor'>, number>>;
}

/** Timeout of a screen. */
const PATIENCE_MS = 30_000;

async function openContext(browser: Browser, forum: Forum, shot: Shot): Promise<BrowserContext> {
  const { screen, device, lang, theme } = shot;
  const context = await browser.newContext({
    viewport: SIZES[device],
    locale: LOCALES[lang],
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(device === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addCookies([
    { name: LANGUAGE_COOKIE, value: languageCookieValue(lang), url: forum.url },
  ]);
  if (screen.reader !== 'visitor') {
    const userId = forum.readers[screen.reader];
    const kind = screen.area === 'admin' && screen.reader === 'administrator' ? 'admin' : 'site';
    await addSession(context, forum.db, forum.url, { userId, kind });
  }
  return context;
}

/** Calls that identify the reader; the others load content. */
const IDENTITY_CALL = /\/(?:is_login|msg\/count|events)\b/;

/** Leaves calls for content unanswered, or answers them with errors. */
async function holdCalls(page: Page, calls: NonNullable<Screen['calls']>): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (IDENTITY_CALL.test(route.request().url())) return route.continue();
    if (calls === 'failing')
      await route.fulfill({ status: 500, json: { code: 1, err_code: 'internal', msg: '' } });
  });
}

interface Wishes {
  needsIslands: boolean;
  mayLoad: boolean;
  shows: string;
}

/** Runs in the page: whether islands, lists and pictures have loaded. */
function isComplete({ needsIslands, mayLoad, shows }: Wishes): boolean {
  const isLoading =
    !mayLoad &&
    [...document.querySelectorAll('.bones, [aria-busy="true"]')].some((one) =>
      one.checkVisibility(),
    );
  // Lazy pictures load near the screen; those of other slides never do.
  const isDrawn = [...document.images].every((image) => {
    const { top, left } = image.getBoundingClientRect();
    return image.complete || top >= innerHeight || left >= innerWidth;
  });
  const isThere = document.querySelector(shows) !== null;
  const hasIslands = !needsIslands || document.querySelector('.toasts') !== null;
  return isDrawn && !isLoading && isThere && hasIslands;
}

async function takeShot(page: Page, forum: Forum, shot: Shot, file: string): Promise<void> {
  const { screen, device, lang } = shot;
  if (screen.calls) await holdCalls(page, screen.calls);
  await page.goto(forum.url + screen.path(rootOf(device, lang)), { waitUntil: 'load' });
  if (screen.opens) await page.locator(screen.opens).first().click();
  const needsIslands =
    screen.reader !== 'visitor' ||
    (await page.evaluate(() => document.querySelector('[data-client-page]') !== null));
  await page.waitForFunction(isComplete, {
    needsIslands: needsIslands && screen.area !== 'admin',
    mayLoad: screen.calls === 'pending',
    shows: screen.shows ?? 'body',
  });
  await page.evaluate(() => document.fonts.ready);
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
}

export interface Outcome {
  taken: number;
  /** Reasons of failed pictures, by file. */
  failures: { file: string; reason: string }[];
}

/** Takes the pictures, each in its own window. Continues after a failure; stops on `signal`. */
export async function takeShots(
  forum: Forum,
  shots: readonly Shot[],
  folder: string,
  { signal, report }: { signal: AbortSignal; report(line: string): void },
): Promise<Outcome> {
  const browser = await chromium.launch({
    executablePath: ensureHeadlessChromium(),
    args: CHROMIUM_FLAGS,
  });
  const outcome: Outcome = { taken: 0, failures: [] };
  try {
    for (const shot of shots) {
      if (signal.aborted) break;
      report(`${outcome.taken + outcome.failures.length + 1} of ${shots.length}: ${shot.file}`);
      const context = await openContext(browser, forum, shot);
      try {
        await takeShot(await context.newPage(), forum, shot, join(folder, shot.file));
        outcome.taken += 1;
      } catch (error) {
        const [reason = ''] = String((error as Error).message).split('\n');
        outcome.failures.push({ file: shot.file, reason });
      } finally {
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  return outcome;
}
