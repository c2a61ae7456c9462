import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import { accessibilityProblems, expectSoon, PHONES, test } from '../support/browser.ts';
import { findThread } from '../support/find-thread.ts';
import { rawRequest } from '../support/raw-request.ts';
import { sharedSite } from '../support/test-site.ts';
import { findSmallTargets } from '../support/touch-targets.ts';

const site = await sharedSite();
const [small, wide] = PHONES;
const long = await findThread(site.db, sql`t.last_floor > 45`);

describe('[R1] the phone’s site', () => {
  test.for(LANGS)('has the pages of the desktop’s, in %s', async (lang) => {
    for (const rest of [
      '',
      '/forums',
      '/forum/1',
      '/forum/1/hot',
      `/post/${long.id}`,
      `/post/${long.id}/2`,
      '/user/10001',
      '/user/10001/replies',
      '/me',
      '/search',
      '/new',
      '/me/settings',
      '/about/privacy',
    ]) {
      const { status, body } = await rawRequest(`${site.url}/phone/${lang}${rest}`);
      expect(status, rest).toBe(200);
      expect(body.toString(), rest).toMatch(
        lang === 'zh' ? /<html lang="zh-CN"/ : /<html lang="en"/,
      );
    }
  });

  test('/phone shows the reader’s language: the cookie’s, else Accept-Language, else Chinese', async () => {
    const lang = async (headers: Record<string, string>) =>
      /<html lang="([\w-]+)"/.exec(
        (await rawRequest(`${site.url}/phone`, { headers })).body.toString(),
      )?.[1];
    expect(await lang({ cookie: 'language=en', 'accept-language': 'zh' })).toBe('en');
    expect(await lang({ 'accept-language': 'en-GB,en' })).toBe('en');
    expect(await lang({ 'accept-language': 'de' })).toBe('zh-CN');
  });

  test('its pages say that the desktop’s are the same for search engines, and the desktop’s name them for phones', async () => {
    const phone = (await rawRequest(`${site.url}/phone/zh/post/${long.id}`)).body.toString();
    expect(phone).toContain(`<link rel="canonical" href="${site.url}/zh/post/${long.id}">`);
    const desktop = (await rawRequest(`${site.url}/zh/post/${long.id}`)).body.toString();
    expect(desktop).toContain(
      `<link rel="alternate" media="only screen and (max-width: 980px)" href="${site.url}/phone/zh/post/${long.id}">`,
    );
  });
});

test('[R2] a missing page shows the phone’s error page, with its status and without a redirect', async ({
  open,
}) => {
  const { status, body } = await rawRequest(`${site.url}/phone/en/post/999999999`);
  expect(status).toBe(404);
  expect(body.toString()).toMatch(/class="tabbar"/);
  expect((await rawRequest(`${site.url}/phone/zh/nothing`)).status).toBe(404);
  const page = await open({ ...small, language: 'en' });
  await page.goto(`${site.url}/phone/en/error?errCode=406`);
  await page.getByText('406').waitFor();
});

describe('[R12] a screen’s width', () => {
  test('up to 980 px leads from the desktop’s page to the same one of the phone’s, above it the other way round', async ({
    open,
  }) => {
    const page = await open({ width: 980 });
    await page.goto(`${site.url}/zh/post/${long.id}/2?from=x#f25`);
    await page.waitForURL(`${site.url}/phone/zh/post/${long.id}/2?from=x#f25`);
    await page.setViewportSize({ width: 981, height: 900 });
    await page.goto(`${site.url}/phone/en/forum/1`);
    await page.waitForURL(`${site.url}/en/forum/1`);
    await page.goto(`${site.url}/phone/zh/me`);
    await page.waitForURL(`${site.url}/zh/me/messages`);
  });

  test('gives way to a choice, which is remembered in both directions', async ({ open }) => {
    const page = await open(small);
    await page.goto(`${site.url}/phone/zh`);
    await page.getByRole('link', { name: '电脑版' }).click();
    await page.waitForURL(`${site.url}/zh`);
    await page.goto(`${site.url}/zh/forums`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toBe(`${site.url}/zh/forums`);
    await page.getByRole('link', { name: '手机版' }).click();
    await page.waitForURL(`${site.url}/phone/zh/forums`);
  });

  test('leaves crawlers where they are', async ({ open }) => {
    const page = await open({
      ...small,
      userAgent: 'Mozilla/5.0 (Linux; Android 14) (compatible; Googlebot/2.1)',
    });
    await page.goto(`${site.url}/zh/forums`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toBe(`${site.url}/zh/forums`);
  });
});

test('[R8] a phone’s error address on a wide screen becomes that of the phone’s error page, with its query; on a phone it stays', async ({
  open,
}) => {
  const broad = await open({ width: 1400 });
  await broad.goto(`${site.url}/phone/zh/error?errCode=404&from=x`);
  await broad.waitForURL(`${site.url}/phone/error?errCode=404&from=x`);
  await broad.getByText('404').waitFor();
  const phone = await open({ ...small, width: 390 });
  await phone.goto(`${site.url}/phone/zh/error?errCode=404&from=x`);
  await phone.getByText('404').waitFor();
  expect(phone.url()).toBe(`${site.url}/phone/zh/error?errCode=404&from=x`);
});

describe('[R4] a list', () => {
  test('grows by its next pages while it is read, and is back with all of them and at its place', async ({
    open,
  }) => {
    const page = await open(small);
    await page.goto(`${site.url}/phone/zh`);
    const rows = page.locator('.row:not(.pinned)');
    const first = await rows.count();
    await page.locator('.turn').scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(first);
    await expectSoon(() =>
      page.locator('.row .subject').evaluateAll((links) => {
        const hrefs = links.map((link) => link.getAttribute('href'));
        return hrefs.filter((href, at) => hrefs.indexOf(href) < at);
      }),
    ).toEqual([]);
    const row = rows.nth(first + 1);
    await row.scrollIntoViewIfNeeded();
    const subject = await row.locator('.subject').textContent();
    await row.locator('.subject').click();
    await page.waitForURL(/\/post\//);
    await page.goBack();
    await expect
      .poll(() =>
        page
          .locator('.row .subject', { hasText: subject as string })
          .first()
          .isVisible(),
      )
      .toBe(true);
    await expect
      .poll(() =>
        rows
          .nth(first + 1)
          .evaluate(
            (element) =>
              element.getBoundingClientRect().top >= 0 &&
              element.getBoundingClientRect().top < innerHeight,
          ),
      )
      .toBe(true);
  });

  test('a thread’s replies go on below each other, each once and with its icons', async ({
    open,
  }) => {
    const page = await open(wide);
    await page.goto(`${site.url}/phone/zh/post/${long.id}`);
    await page.locator('.turn').scrollIntoViewIfNeeded();
    await page.locator('#f25').waitFor({ state: 'attached' });
    const replies = page.locator('.reply:not(.featured)');
    await expectSoon(() =>
      replies.evaluateAll((all) => {
        const floors = all.map((reply) => Number((reply as HTMLElement).dataset.floor));
        return floors.filter((floor, at) => at > 0 && floor <= Number(floors[at - 1]));
      }),
    ).toEqual([]);
    await expectSoon(() =>
      page
        .locator('use')
        .evaluateAll(
          (uses) =>
            uses.filter((use) => !document.querySelector(use.getAttribute('href') as string))
              .length,
        ),
    ).toBe(0);
  });

  test('can be turned without JavaScript', async ({ open }) => {
    const page = await open({ ...small, javaScriptEnabled: false });
    await page.goto(`${site.url}/phone/zh`);
    await page.getByRole('link', { name: '下一页' }).click();
    await page.waitForURL(/\/phone\/zh\/latest\/2$/);
    await expectSoon(() => page.locator('.row').count()).toBeGreaterThan(5);
    await page.locator('.row .subject').first().click();
    await page.locator('.up').click();
    await page.waitForURL(/\/phone\/\w\w\/forum\/\d+$/);
  });
});

test('[R4] a pull at the top of the home page reloads it; a shorter one does nothing', async ({
  open,
}) => {
  const page = await open(small);
  await page.goto(`${site.url}/phone/zh`);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: 180, y }],
    });
  const pull = async (distance: number) => {
    await touch('touchStart', 200);
    for (const part of [0.3, 0.6, 1]) await touch('touchMove', 200 + distance * part);
    await touch('touchEnd');
  };
  await page.evaluate(() => void Object.assign(window, { before: true }));
  const before = () => page.evaluate(() => 'before' in window);
  await pull(40);
  await expect.poll(() => page.locator('.pull').getAttribute('style')).toBe('');
  expect(await before()).toBe(true);
  const again = page.waitForEvent('load');
  await pull(140);
  await again;
  expect(await before()).toBe(false);
});

const LOOKS = LANGS.map((lang) =>
  lang === 'zh'
    ? { ...small, language: lang, colorScheme: 'light' as const }
    : { ...wide, language: lang, colorScheme: 'dark' as const },
);
const RESTS = [
  '',
  '/forums',
  '/forum/1',
  `/post/${long.id}`,
  '/user/10001',
  '/user/10001/replies',
  '/me',
  '/about/privacy',
  '/error?errCode=404',
];

test.for(LOOKS)(
  '[R42] on a phone’s pages in $language axe finds nothing, all of it is within a thumb’s reach, and nothing scrolls sideways',
  async (look, { open }) => {
    const page = await open(look);
    const faults: string[] = [];
    for (const rest of RESTS) {
      const path = `/phone/${look.language}${rest}`;
      await page.goto(site.url + path);
      const found = await accessibilityProblems(page);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push('it scrolls sideways');
      found.push(...(await findSmallTargets(page, 'body')));
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
);
