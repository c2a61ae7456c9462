import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import { accessibilityProblems, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { startSite } from '../support/test-site.ts';

/* Every page as a visitor sees it, in both languages, light and dark. */

const site = await startSite();
const {
  rows: [banned],
} = await site.db.execute<{ id: number }>(sql`select id from "user" where content_hidden limit 1`);
const thread = async (condition: string) =>
  `post/${(await findThread(site.db, sql.raw(condition))).id}`;

const PAGES: Record<string, string> = {
  home: '',
  'a page of the hot list': 'hot/2',
  'the digest': 'digest',
  forums: 'forums',
  'a forum': 'forum/1',
  'a list that is empty': 'forum/1/latest/theme-1/only-en',
  'a thread with a poll': await thread('t.has_poll'),
  'a long thread': `${await thread('t.last_floor > 40')}/2`,
  'a thread with code': await thread(
    `exists (select from post p where p.thread_id = t.id and p.floor = 0 and p.html like '%<pre%')`,
  ),
  'a thread with pictures': await thread('t.images_cnt > 0'),
  'a thread with a table': await thread(
    `exists (select from post p where p.thread_id = t.id and p.html like '%<table%')`,
  ),
  'a thread with a reply that was deleted': await thread(
    `exists (select from post p where p.thread_id = t.id and p.state = 'deleted')`,
  ),
  'a closed thread': await thread('t.closed'),
  'a thread with comments': await thread('exists (select from comment c where c.thread_id = t.id)'),
  'a thread without replies': await thread('t.last_floor = 0'),
  'a person': 'user/10001',
  'a person’s replies': 'user/10001/replies',
  'a banned person': `user/${banned?.id}`,
  'a page of the house': 'about/guidelines',
  'the view of 403': 'error/403',
  'the view of 404': 'error/404',
  'the view of 406': 'error/406',
  'the view of 500': 'error/500',
};

test.for(Object.keys(PAGES))('[R42] axe finds nothing wrong with %s', async (name, { page }) => {
  const problems: string[] = [];
  for (const lang of LANGS) {
    await page.emulateMedia({ colorScheme: 'light' });
    const response = await page.goto(`${site.url}/${lang}/${PAGES[name]}`.replace(/\/$/, ''));
    expect(response?.status()).toBe(200);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      problems.push(
        ...(await accessibilityProblems(page)).map(
          (problem) => `${lang} ${colorScheme}: ${problem}`,
        ),
      );
    }
  }
  expect(problems).toEqual([]);
});

test('[R42] what is wrong with a page is found', async ({ page }) => {
  await page.goto(`${site.url}/zh/forum/1`);
  await page.evaluate(() => {
    document.documentElement.removeAttribute('lang');
    document
      .querySelector('nav[aria-label]')
      ?.insertAdjacentHTML(
        'beforeend',
        '<button></button><p style="color: #ccc; background: #fff">pale</p>',
      );
  });
  const problems = (await accessibilityProblems(page)).map((problem) => problem.split(':')[0]);
  expect(problems).toEqual(
    expect.arrayContaining(['html-has-lang', 'button-name', 'color-contrast']),
  );
});

test('[R42] the keyboard alone skips to the content, opens the language and reaches every control in order', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/${PAGES['a thread with a poll']}`);
  await page.keyboard.press('Tab');
  const focused = () =>
    page.evaluate(() => ({
      text: document.activeElement?.textContent?.trim(),
      id: document.activeElement?.id,
    }));
  expect((await focused()).text).toBe('跳到正文');
  expect(
    await page.locator('.skip').evaluate((element) => getComputedStyle(element).clipPath),
  ).toBe('none');
  await page.keyboard.press('Enter');
  expect((await focused()).id).toBe('main');
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)),
  ).toBe(true);
  expect(
    await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle),
  ).not.toBe('none');
});

test('[R42] nothing moves for those who don’t want it, and a page is as wide as its window', async ({
  open,
}) => {
  for (const width of [1440, 1000, 640]) {
    const page = await open({ width, reducedMotion: 'reduce' });
    for (const path of [
      '',
      'forum/1',
      PAGES['a thread with code'],
      PAGES['a thread with a table'],
    ]) {
      await page.goto(`${site.url}/zh/${path}`.replace(/\/$/, ''));
      const moving = await page.evaluate(() => document.getAnimations().length);
      expect([path, width, moving]).toEqual([path, width, 0]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});
