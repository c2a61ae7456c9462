import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { refreshWords } from '#domain/search/refresh-words.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import { changeQuery } from '../support/change-query.ts';
import { thread } from '../support/factories.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'none' } });

const hits = (page: Page) => page.locator('.hit');
const field = (page: Page) => page.getByRole('main').getByRole('searchbox');
const count = (page: Page) => page.getByText(/^(找到 \d+ 个主题|\d+ threads?)$/);
/** The decoded query of the address. */
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const MANY = '系统';
let author: { id: number; nickname: string };

beforeAll(async () => {
  const { rows } = await site.db.execute(
    sql`select id, nickname from "user" where nickname = '尺规作图'`,
  );
  author = rows[0] as typeof author;
  // Hostile names, and more threads with a word than a page holds.
  await site.db.execute(
    sql`
      update thread
      set subject = '<img src=x onerror=alert(1)> 缩放'
      where id = (
          select id
          from thread
          where subject like '%缩放%' and state = 'normal' and checked
          order by id
          limit 1
        )`,
  );
});

test('[R3, R13, R31] a visitor finds threads from the header and from a missing page, sees matches as text, never HTML, and opens the matching post', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/nowhere`);
  await page.getByRole('main').getByRole('searchbox').fill('打印机');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/zh\/search\?q=/);
  await count(page).waitFor();
  await page.goto(`${site.url}/zh`);
  await page.keyboard.press('/');
  await page.keyboard.type('缩放');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/zh\/search\?q=/);
  await count(page).waitFor();
  await expectSoon(() => field(page).inputValue()).toBe('缩放');
  await expectSoon(() => hits(page).locator('em').allTextContents()).toContain('缩放');
  await expectSoon(() => page.getByText('<img src=x onerror=alert(1)>').count()).toBe(1);
  await expectSoon(() => page.locator('.hit img').count()).toBe(0);
  const subject = await hits(page).first().locator('.subject').textContent();
  await hits(page).first().locator('.subject').click();
  await page.waitForURL(/\/zh\/post\/\d+/);
  await expectSoon(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(
    (subject as string).slice(0, 4),
  );
});

test('[R4, R31] each filter works at once, is in the address, and is undone by going back; returning from a hit restores the list and the position without another search', async ({
  page,
}) => {
  await page.goto(`${site.url}/zh/search?q=${MANY}`);
  await count(page).waitFor();
  const all = await count(page).textContent();
  await page.getByRole('combobox', { name: '版块' }).selectOption({ label: '桌面与显示' });
  await expectSoon(() => count(page).textContent()).not.toBe(all);
  const inForum = await count(page).textContent();
  await page.getByRole('combobox', { name: '主题语言' }).selectOption('en');
  await expectSoon(() => query(page)).toMatchObject({
    q: MANY,
    forum: expect.any(String),
    language: 'en',
  });
  await page.getByRole('combobox', { name: '排序' }).selectOption('newest');
  await expectSoon(() => query(page)).toMatchObject({ sort: 'newest' });
  await page.goBack();
  await page.goBack();
  await expectSoon(() => query(page)).not.toHaveProperty('language');
  await expectSoon(() => count(page).textContent()).toBe(inForum);
  await page.goBack();
  await expectSoon(() => count(page).textContent()).toBe(all);
  await expectSoon(() => page.getByRole('combobox', { name: '版块' }).inputValue()).toBe('');

  await page.getByRole('link', { name: '第 2 页' }).click();
  await expectSoon(() => query(page)).toMatchObject({ page: '2' });
  await hits(page).nth(9).waitFor();
  const subject = hits(page).nth(9).locator('.subject');
  await subject.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await subject.click();
  await page.waitForURL(/\/post\//);
  let searches = 0;
  page.on(
    'request',
    (request) => void (searches += Number(request.url().includes('/api/v1/search'))),
  );
  await page.goBack();
  await hits(page).nth(9).waitFor();
  await expectSoon(() => page.evaluate(() => scrollY)).toBe(before);
  expect(searches).toBe(0);
});

test('[R31, R37] a search by dates sends the reader’s complete days, and no unset filter', async ({
  page,
}) => {
  const asked = page.waitForRequest(/\/api\/v1\/search\?/);
  await page.goto(`${site.url}/en/search?q=system&from=2025-01-01&to=2026-11-30`);
  const parameters = Object.fromEntries(new URL((await asked).url()).searchParams);
  expect(parameters).toEqual({
    keyword: 'system',
    from: new Date('2025-01-01T00:00:00').toISOString(),
    to: new Date('2026-11-30T23:59:59.999').toISOString(),
    filter_order: 'relevance',
    offset: '0',
    limit: '20',
  });
  await expectSoon(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('2025-01-01');
});

test('[R31] everybody completes an author’s name by keyboard, or comes with one in the address', async ({
  page,
  open,
}) => {
  await page.goto(`${site.url}/zh/search?q=${encodeURIComponent('缩放')}`);
  const by = page.getByRole('combobox', { name: '作者' });
  await by.fill('尺规');
  await page.getByRole('option', { name: '尺规作图' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await by.press('Enter');
  await expectSoon(() => query(page)).toMatchObject({ author: String(author.id) });
  await expectSoon(
    async () => new Set(await hits(page).locator('.meta .name').allTextContents()),
  ).toEqual(new Set([author.nickname]));

  const visitor = await open();
  await visitor.goto(page.url());
  await visitor.getByRole('button', { name: '不限作者' }).waitFor();
  await expectSoon(() => visitor.locator('.by.chosen .name').textContent()).toBe(author.nickname);
  await visitor.getByRole('button', { name: '不限作者' }).click();
  await expectSoon(() => query(visitor)).not.toHaveProperty('author');
  await visitor.getByRole('combobox', { name: '作者' }).waitFor();

  const phone = await open({ language: 'en', width: 390 });
  await phone.goto(`${site.url}/phone/en/search?q=${encodeURIComponent('缩放')}`);
  await phone.getByText('Filters', { exact: true }).click();
  const field = phone.getByRole('combobox', { name: 'Author' });
  await field.fill('尺规');
  await phone.getByRole('option', { name: '尺规作图' }).click();
  await expectSoon(() => query(phone)).toMatchObject({ author: String(author.id) });
});

test('[R31] searches are remembered by this browser only, and forgotten on request; an empty result suggests remedies, and a filter can be removed', async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on('request', (request) => void bodies.push(request.url() + (request.postData() ?? '')));
  await page.goto(`${site.url}/zh/search?q=${encodeURIComponent('打印机')}`);
  await count(page).waitFor();
  await page.reload();
  await field(page).fill('缩放');
  await field(page).press('Enter');
  const list = page.getByRole('complementary');
  await expectSoon(() => list.locator('.recent-searches li').allTextContents()).toEqual([
    '缩放',
    '打印机',
  ]);
  expect(
    bodies.filter((body) => decodeURIComponent(body).includes('打印机') && !/search\?/.test(body)),
  ).toEqual([]);
  await list.getByRole('link', { name: '打印机' }).click();
  await expectSoon(() => query(page)).toEqual({ q: '打印机' });
  await list.getByRole('button', { name: '删除记录“缩放”' }).click();
  await expectSoon(() => list.locator('.recent-searches li').allTextContents()).toEqual(['打印机']);
  await list.getByRole('button', { name: '清空' }).click();
  await expectSoon(() => list.locator('.recent-searches').count()).toBe(0);
  await expectSoon(() => page.evaluate(() => localStorage.getItem('searched'))).toBeNull();

  await changeQuery(page, `?q=${encodeURIComponent('缩放')}&from=2001-01-01&to=2001-01-02`);
  await page.getByRole('heading', { name: '没有找到“缩放”' }).waitFor();
  await page.getByRole('link', { name: '清除筛选' }).click();
  await count(page).waitFor();
  await field(page).fill('zzqxjkvw');
  await field(page).press('Enter');
  await page.getByRole('link', { name: '发帖提问' }).waitFor();
  expect(query(page)).toEqual({ q: 'zzqxjkvw' });
});

test.for([
  ['zh', '', 1440, 'light'],
  ['en', '/phone', 390, 'dark'],
] as const)(
  '[R31, R42] a page of hits lists the matching and omitted words, how to see more, and a correction for a mistyped one: %s%s',
  async ([language, root, width, colorScheme], { open }) => {
    const [one, two] = [`zq${language}one`, `zq${language}two`];
    for (const subject of [`${one} ${two}`, `${one} ${two} 甲`]) await thread(site.db, { subject });
    await indexAllChanges(site.db);
    await refreshWords(site.db);
    await site.db.execute(sql`analyze post_search`);
    const texts = {
      zh: {
        some: '没有主题包含全部词；这些包含其中一些',
        omitted: /^已略去 [\d,]+ 个只含常见词的主题/,
        all: '显示全部',
        suggestion: '你是不是要找： wayland',
      },
      en: {
        some: 'No thread has all of these words. These have some of them.',
        omitted: /^Left out [\d,]+ threads? that match(?:es)? only common words/,
        all: 'Show all',
        suggestion: 'Did you mean: wayland',
      },
    }[language];
    const page = await open({ language, width, colorScheme, hasTouch: root !== '' });
    await page.goto(
      `${site.url}${root}/${language}/search?q=${encodeURIComponent(`${one} ${two} ${MANY}`)}`,
    );
    await page.getByText(texts.some).waitFor();
    await expectSoon(() => hits(page).count()).toBe(2);
    await page.getByText(texts.omitted).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: texts.all }).click();
    await expectSoon(() => hits(page).count()).toBe(20);
    expect(query(page)).toMatchObject({ all: '1' });
    await page.goBack();
    await expectSoon(() => hits(page).count()).toBe(2);

    await changeQuery(page, '?q=waylnad');
    await expectSoon(() => page.locator('.suggestion').allTextContents()).toEqual([
      texts.suggestion,
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'wayland' }).click();
    await hits(page).first().waitFor();
    expect(query(page)).toEqual({ q: 'wayland' });
    await expectSoon(() => page.locator('.suggestion').count()).toBe(0);
  },
);

test('[R31] too many searches count down and go on by themselves; a server that is away too', async ({
  page,
  complaints,
}) => {
  await page.clock.install();
  await page.route('**/api/v1/search?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { code: 429, msg: '', err_code: 'tooMany' },
    }),
  );
  await page.goto(`${site.url}/zh/search?q=${encodeURIComponent('缩放')}`);
  await page.getByText(/\d+ 秒后自动继续/).waitFor();
  await page.unroute('**/api/v1/search?*');
  await page.clock.runFor(21_000);
  await count(page).waitFor();

  await page.route('**/api/v1/**', (route) => route.abort());
  await field(page).fill('打印机');
  await field(page).press('Enter');
  await page.getByRole('heading', { name: '无法连接服务器' }).waitFor();
  await page.unroute('**/api/v1/**');
  await page.clock.runFor(20_000);
  await expectSoon(async () => {
    await page.clock.runFor(2_000);
    return count(page).count();
  }).toBe(1);
  await expectConsoleMessages(
    complaints,
    /status of 429 .*\/api\/v1\/search/,
    /net::ERR_FAILED .*\/api\/v1\//,
  );
});

test.for([
  ['zh', 'light', 1440],
  ['en', 'dark', 1000],
] as const)(
  '[R42] every state of the page of searches is free of barriers: %s, %s',
  async ([language, colorScheme, width], { open }) => {
    const page = await open({ language, colorScheme, width, reducedMotion: 'reduce' });
    await page.goto(`${site.url}/${language}/search`);
    await page.locator('.cols .state').waitFor();
    expect(await accessibilityProblems(page), 'before a search').toEqual([]);
    for (const [sought, shown] of [
      ['?q=scaling', '.hit'],
      ['?q=scaling&from=2001-01-01&to=2001-01-02', '.state .ways'],
      [`?q=${encodeURIComponent('缩放')}&author=${author.id}&page=9`, '.found + .state'],
    ] as const) {
      await changeQuery(page, sought);
      await page.locator(shown).first().waitFor();
      expect([sought, await accessibilityProblems(page)]).toEqual([sought, []]);
    }
    await page.route('**/api/v1/search?*', () => {});
    await changeQuery(page, '?q=printer');
    await page.locator('.cols .bones').waitFor();
    expect(await accessibilityProblems(page), 'while it loads').toEqual([]);
  },
);

test('[R31] a first visit to the page of searches costs at most 172 kB, nothing of it moves', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on(
    'Network.loadingFinished',
    ({ encodedDataLength }) => void (bytes += encodedDataLength),
  );
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) +
            (entry as unknown as { value: number }).value,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${site.url}/zh/search?q=${encodeURIComponent('缩放')}`);
  await count(page).waitFor();
  expect(bytes).toBeGreaterThan(30_000);
  expect(bytes).toBeLessThan(172_000);
  await expectSoon(async () =>
    Number(await page.evaluate(() => document.documentElement.dataset.shift ?? '0')),
  ).toBeLessThan(0.1);
});

test('[R42] the header’s field widens without moving anything where there is little room', async ({
  open,
}) => {
  const page = await open({ width: 1000 });
  await page.goto(`${site.url}/zh`);
  const box = () => page.locator('.finder label').first().boundingBox();
  expect((await box())?.width).toBeLessThan(40);
  const nav = await page.locator('.top nav').boundingBox();
  await page.keyboard.press('/');
  expect((await box())?.width).toBeGreaterThan(250);
  await expectSoon(() => page.locator('.top nav').boundingBox()).toEqual(nav);
});
