import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { LANGS, type Lang } from '#contracts/language.ts';
import { accessibilityProblems, colourProblems, expectSoon, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { startSite } from '../support/test-site.ts';

/* Every kind of page for visitors, light and dark; one language each, as only texts differ. */

const site = await startSite();
const {
  rows: [banned],
} = await site.db.execute<{ id: number }>(sql`select id from "user" where content_hidden limit 1`);
const thread = async (condition: string) =>
  `post/${(await findThread(site.db, sql.raw(condition))).id}`;

const WITH_TABLE = await thread(
  `exists (select from post p where p.thread_id = t.id and p.html like '%<table%')`,
);
const WITH_CODE = await thread(
  `exists (select from post p where p.thread_id = t.id and p.floor = 0 and p.html like '%<pre%')`,
);
const WITH_POLL = await thread('t.has_poll');

/** Each kind of page once, and again for optional parts; half of them in English. */
const PAGES: Record<Lang, string[]> = {
  zh: [
    '',
    'hot/2',
    'digest',
    'forums',
    'forum/1',
    `${await thread('t.last_floor > 40')}/2`,
    WITH_POLL,
    await thread('t.images_cnt > 0'),
    await thread(`exists (select from post p where p.thread_id = t.id and p.state = 'deleted')`),
    await thread('t.last_floor = 0'),
    'user/10001',
    `user/${banned?.id}`,
    'about/guidelines',
    'error/404',
  ],
  en: [
    'forum/1/latest/theme-1/only-en', // empty
    WITH_CODE,
    WITH_TABLE,
    await thread('t.closed'),
    await thread('exists (select from comment c where c.thread_id = t.id)'),
    'user/10001/replies',
    'about/reliability',
    'error/500',
  ],
};

test.for(LANGS)(
  '[R42] axe finds nothing wrong with any page in %s, light and dark',
  async (lang, { page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const problems: string[] = [];
    let dark = false;
    for (const rest of PAGES[lang]) {
      const path = `/${lang}/${rest}`.replace(/\/$/, '');
      const response = await page.goto(site.url + path);
      expect(response?.status(), path).toBe(200);
      const found = await accessibilityProblems(page);
      // The next page is checked in the other theme first.
      dark = !dark;
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      found.push(...(await colourProblems(page)));
      problems.push(...found.map((problem) => `${path}: ${problem}`));
    }
    expect(problems).toEqual([]);
  },
);

test('[R42] faults of a page are found', async ({ page }) => {
  await page.goto(`${site.url}/zh/forum/1`);
  await page.evaluate(() => {
    document.documentElement.removeAttribute('lang');
    const pale = document.createElement('p');
    pale.textContent = 'pale';
    pale.style.cssText = 'color: #ccc; background: #fff';
    document.querySelector('nav[aria-label]')?.append(document.createElement('button'), pale);
  });
  const problems = (await accessibilityProblems(page)).map((problem) => problem.split(':')[0]);
  expect(problems).toEqual(
    expect.arrayContaining(['html-has-lang', 'button-name', 'color-contrast']),
  );
});

test('[R42] the keyboard alone skips to the content, opens the language and reaches every control in order', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/${WITH_POLL}`);
  await page.keyboard.press('Tab');
  const focused = () =>
    page.evaluate(() => ({
      text: document.activeElement?.textContent?.trim(),
      id: document.activeElement?.id,
    }));
  expect((await focused()).text).toBe('跳到正文');
  await expectSoon(() =>
    page.locator('.skip').evaluate((element) => getComputedStyle(element).clipPath),
  ).toBe('none');
  await page.keyboard.press('Enter');
  expect((await focused()).id).toBe('main');
  await page.keyboard.press('Tab');
  await expectSoon(() =>
    page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)),
  ).toBe(true);
  await expectSoon(() =>
    page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle),
  ).not.toBe('none');
});

test('[R42] reduced motion stops all motion, and a page is as wide as its window', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce' });
  for (const path of ['', 'forum/1', WITH_CODE, WITH_TABLE]) {
    for (const width of [1440, 1000, 640]) {
      await page.setViewportSize({ width, height: 900 });
      // The narrowest is a page of the phone site: opening it redirects there.
      if (width !== 1000) await page.goto(`${site.url}/zh/${path}`.replace(/\/$/, ''));
      const moving = await page.evaluate(() => document.getAnimations().length);
      expect([path, width, moving]).toEqual([path, width, 0]);
      await expectSoon(
        () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});
