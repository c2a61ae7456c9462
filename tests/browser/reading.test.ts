import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import { LANGS } from '#contracts/language.ts';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import { expectSoon, login, test } from '../support/browser.ts';
import { type FoundThread, findThread } from '../support/find-thread.ts';
import { PEOPLE } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { runScript } from '../support/run-script.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
let long: FoundThread;

beforeAll(async () => {
  long = await findThread(
    site.db,
    sql`t.last_floor > ${2 * REPLIES_PER_PAGE} and t.language = 'zh_CN'`,
  );
});

const text = (page: Page, selector: string) => page.locator(selector).first().innerText();

/** Expects the floors of a full page from this one on, in order and each once. */
async function expectFloors(page: Page, first: number): Promise<void> {
  const count = Math.min(REPLIES_PER_PAGE, long.lastFloor - first + 1);
  await expectSoon(
    () =>
      page
        .locator('.reply:not(.featured)')
        .evaluateAll((replies) =>
          replies.map((reply) => Number((reply as HTMLElement).dataset.floor)),
        ),
    page.url(),
  ).toEqual(Array.from({ length: count }, (_, index) => first + index));
}

describe('[R39] without JavaScript', () => {
  test('a visitor navigates from home to a forum, a thread and its pages, and back', async ({
    open,
  }) => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(site.url);
    expect(page.url()).toBe(`${site.url}/`);
    await page
      .getByRole('navigation', { name: '主导航' })
      .getByRole('link', { name: '版块' })
      .click();
    expect(page.url()).toBe(`${site.url}/zh/forums`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /桌面与显示/ })
      .first()
      .click();
    expect(page.url()).toBe(`${site.url}/zh/forum/1`);
    const subject = page.locator('.row:not(.pinned) a.subject').first();
    const name = (await subject.innerText()).trim();
    await subject.click();
    expect(page.url()).toMatch(/\/zh\/post\/\d+$/);
    expect((await text(page, 'h1')).replace(/\s+/g, '')).toBe(name.replace(/\s+/g, ''));
    await page.goBack();
    expect(page.url()).toBe(`${site.url}/zh/forum/1`);
  });

  test('the pages of a thread hold its replies in order, twenty each, by the pager', async ({
    open,
  }) => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site.url}/zh/post/${long.id}`);
    const pages = Math.ceil(long.lastFloor / REPLIES_PER_PAGE);
    for (let number = 1; number <= pages; number++) {
      expect(page.url()).toBe(`${site.url}/zh/post/${long.id}${number > 1 ? `/${number}` : ''}`);
      await expectFloors(page, (number - 1) * REPLIES_PER_PAGE + 1);
      if (number < pages)
        await page
          .getByRole('navigation', { name: '分页' })
          .getByRole('link', { name: '下一页' })
          .click();
    }
  });

  test('a thread whose pages are published together, in both languages, shows each reply once', async ({
    open,
  }) => {
    const page = await open({ javaScriptEnabled: false });
    const paths = LANGS.flatMap((lang) => [
      `/${lang}/post/${long.id}`,
      `/${lang}/post/${long.id}/2`,
    ]);
    const { code, stderr } = await runScript(
      'publish',
      paths.flatMap((path) => ['--path', path]),
      {
        DATABASE_URL: site.databaseUrl,
        DATA_DIR: site.dataDir,
        SITE_DIR: site.siteDir,
        SITE_URL: site.url,
        LOG_LEVEL: 'warn',
      },
    );
    expect([code, stderr]).toEqual([0, '']);
    for (const path of paths) {
      await page.goto(site.url + path);
      await expectFloors(page, path.endsWith('/2') ? REPLIES_PER_PAGE + 1 : 1);
    }
  });

  test('lists are paged and ordered, and parts that need scripts say so', async ({ open }) => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site.url}/en`);
    const subjects = () => page.locator('.row:not(.pinned) a.subject').allInnerTexts();
    const first = await subjects();
    await page.getByRole('link', { name: 'Next' }).first().click();
    expect(page.url()).toBe(`${site.url}/en/latest/2`);
    await expectSoon(() => subjects().then((second) => second.length)).toBeGreaterThan(10);
    await expectSoon(async () => (await subjects()).filter((one) => first.includes(one))).toEqual(
      [],
    );
    await page
      .getByRole('link', { name: /^(Hot|Popular)/ })
      .first()
      .click();
    expect(page.url()).toBe(`${site.url}/en/hot`);
    await page.goto(`${site.url}/en/post/${long.id}`);
    await expectSoon(() => page.locator('#compose noscript').allInnerTexts()).toEqual([
      expect.stringMatching(/JavaScript/),
    ]);
  });
});

describe('languages', () => {
  test('[R1] / shows the language of the browser, and the cookie’s before it', async ({ open }) => {
    for (const language of LANGS) {
      const page = await open({ language });
      await page.goto(site.url);
      await expectSoon(() => page.locator('html').getAttribute('lang')).toBe(
        language === 'zh' ? 'zh-CN' : 'en',
      );
      const other = language === 'zh' ? 'en' : 'zh-cn';
      await page.context().addCookies([{ name: 'language', value: other, url: site.url }]);
      await page.goto(site.url);
      await expectSoon(() => page.locator('html').getAttribute('lang')).toBe(
        language === 'zh' ? 'en' : 'zh-CN',
      );
      expect(page.url()).toBe(`${site.url}/`);
    }
  });

  test.for([
    [{ cookie: 'language=en', 'accept-language': 'zh-CN' }, 'en'],
    [{ 'accept-language': 'fr, en;q=0.5' }, 'en'],
    [{ 'accept-language': 'zh-TW' }, 'zh-CN'],
    [{ cookie: 'language=zh-cn', 'accept-language': 'en' }, 'zh-CN'],
    [{}, 'zh-CN'],
  ] as [Record<string, string>, string][])('[R1] / with %o is in %s', async ([headers, lang]) => {
    const answer = await rawRequest(`${site.url}/`, { headers });
    expect(answer.body.toString()).toContain(`<html lang="${lang}"`);
    expect(answer.headers.vary).toMatch(/Accept-Language.*Cookie/);
  });

  test('[R11] switching language retains the page, query and place, and is remembered for 7 days', async ({
    page,
  }) => {
    await page.goto(`${site.url}/zh/post/${long.id}/2?from=x#f25`);
    const clicked = Date.now() / 1_000;
    await page.getByRole('banner').getByRole('link', { name: /英文/ }).click();
    await page.waitForURL(`${site.url}/en/post/${long.id}/2?from=x#f25`);
    const seen = Date.now() / 1_000;
    await expectSoon(() => page.locator('html').getAttribute('lang')).toBe('en');
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'language');
    expect(cookie).toMatchObject({ value: 'en', path: '/', sameSite: 'Strict', httpOnly: false });
    // Seven days from some moment between the two, in whole seconds.
    expect(cookie?.expires).toBeGreaterThanOrEqual(Math.floor(clicked) + 604_800);
    expect(cookie?.expires).toBeLessThanOrEqual(Math.ceil(seen) + 604_800);
    await page.goto(site.url);
    await expectSoon(() => page.title()).toBe('Lantu OS Community');
  });

  test('[R11] switching language works without JavaScript too', async ({ open }) => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site.url}/zh/forum/2/hot`);
    await page.getByRole('banner').getByRole('link', { name: /英文/ }).click();
    expect(page.url()).toBe(`${site.url}/en/forum/2/hot`);
  });
});

describe('missing pages', () => {
  test.for([
    ['zh', '没有找到'],
    ['en', 'not'],
  ] as const)(
    '[R2] a thread that never was: 404 in %s at its own address',
    async ([lang, words], { page }) => {
      const response = await page.goto(`${site.url}/${lang}/post/999999999`);
      expect(response?.status()).toBe(404);
      expect(page.url()).toBe(`${site.url}/${lang}/post/999999999`);
      const language = lang === 'zh' ? 'zh-CN' : 'en';
      await expectSoon(() => page.locator('html').getAttribute('lang')).toBe(language);
      expect((await text(page, 'main')).toLowerCase()).toContain(words);
    },
  );

  test('[R2] a hidden thread: 406, and a word about it', async ({ page }) => {
    const {
      rows: [hidden],
    } = await site.db.execute<{ id: number }>(
      sql`
        update thread
        set state = 'hidden'
        where id = (select id from thread where state = 'normal' order by id desc limit 1)
        returning id`,
    );
    const response = await page.goto(`${site.url}/zh/post/${hidden?.id}`);
    expect(response?.status()).toBe(406);
    const seen = await text(page, 'h1');
    await page.goto(`${site.url}/zh/post/999999999`);
    expect(await text(page, 'h1')).not.toBe(seen);
  });

  test('[R2] /error shows the view of its code, for any other code the general one', async ({
    page,
  }) => {
    const titles: Record<string, string> = {};
    for (const code of ['403', '404', '406', '500', 'banana', '']) {
      const response = await page.goto(`${site.url}/error?errCode=${code}`);
      expect(response?.status(), code).toBe(200);
      expect(page.url()).toBe(`${site.url}/error?errCode=${code}`);
      titles[code] = await text(page, 'h1');
    }
    expect(new Set([titles['403'], titles['404'], titles['406'], titles['500']]).size).toBe(4);
    expect([titles.banana, titles['']]).toEqual([titles['500'], titles['500']]);
  });

  test('[R3] any other path is not found, with a way on', async ({ page }) => {
    for (const path of [
      '/nothing',
      '/zh/nothing',
      '/zh/post/1/0',
      '/zh/post/01',
      '/zh/forum/1/latest',
      '/zh/post/1/2/3',
      '/zh/user/abc',
      '/xx/post/1',
      '/zh/post/1/index.html',
    ]) {
      const response = await page.goto(site.url + path);
      expect([path, response?.status(), page.url()]).toEqual([path, 404, site.url + path]);
    }
    await page.getByRole('main').getByRole('link').first().click();
    expect(new URL(page.url()).pathname).toMatch(/^\/(zh)?$/);
  });
});

describe('[R4] scrolling', () => {
  test('going back restores the place', async ({ page }) => {
    await page.goto(`${site.url}/zh/post/${long.id}`);
    await page.mouse.wheel(0, 1_700);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_500);
    const before = await page.evaluate(() => scrollY);
    // By the pointer: Playwright's own click scrolls a little first.
    const link = await page.getByRole('banner').getByRole('link', { name: '版块' }).boundingBox();
    await page.mouse.click((link?.x ?? 0) + 5, (link?.y ?? 0) + 5);
    await page.waitForURL(/forums$/);
    await page.goBack();
    await page.waitForURL(/post/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  });

  test('anchors land 60 px below the top, from a link and from an address', async ({ page }) => {
    const top = (selector: string) =>
      page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await page.goto(`${site.url}/zh/post/${long.id}`);
    const id = await page.locator('.reply:not(.featured)').nth(7).getAttribute('id');
    await page.goto(`${site.url}/zh/post/${long.id}#${id}`);
    await expect.poll(() => top(`#${id}`)).toBe(60);
    await page.goto('about:blank');
    await page.goto(`${site.url}/zh/post/${long.id}?postId=${id?.slice(1)}`);
    expect(page.url()).toBe(`${site.url}/zh/post/${long.id}#${id}`);
    await expect.poll(() => top(`#${id}`)).toBe(60);
  });
});

describe('pages', () => {
  test('[R22] a forum shows its themes, pinned threads before the rest, digest and hot lists, and counts of today', async ({
    page,
  }) => {
    const {
      rows: [forum],
    } = await site.db.execute<{ id: number; name: string }>(sql`
      select f.id, f.name
      from forum f
      where f.access = 'public'
        and exists (
          select
          from thread t
          where t.forum_id = f.id and t.top_forum > 0 and t.state = 'normal'
        )
        and exists (
          select
          from thread t
          where t.forum_id = f.id and t.digest and t.state = 'normal'
        )
      order by f.id
      limit 1`);
    await page.goto(`${site.url}/zh/forum/${forum?.id}`);
    expect(await text(page, 'h1')).toBe(forum?.name);
    const rows = page.locator('main li.row');
    await expectSoon(() => rows.first().getAttribute('class')).toContain('pinned');
    await expectSoon(() =>
      rows.evaluateAll((all) => {
        const kinds = all.map((row) => row.classList.contains('pinned'));
        return kinds.lastIndexOf(true) < kinds.indexOf(false);
      }),
    ).toBe(true);
    await expectSoon(() => page.getByRole('complementary').innerText()).toMatch(/今日[\s\S]*\d/);
    await page.getByRole('main').getByRole('link', { name: /^精华/ }).first().click();
    expect(page.url()).toBe(`${site.url}/zh/forum/${forum?.id}/digest`);
    const { rows: digest } = await site.db.execute<{ id: number }>(
      sql`
        select id
        from thread
        where forum_id = ${forum?.id}
          and (digest or digest_forum)
          and state = 'normal'
          and checked`,
    );
    await expectSoon(() =>
      page
        .locator('.row:not(.pinned) a.subject')
        .evaluateAll((links) =>
          links
            .map((link) => Number(/post\/(\d+)/.exec((link as HTMLAnchorElement).href)?.[1]))
            .sort(),
        ),
    ).toEqual(digest.map(({ id }) => id).sort());
    await page.getByRole('main').getByRole('link', { name: /^热门/ }).first().click();
    expect(page.url()).toBe(`${site.url}/zh/forum/${forum?.id}/hot`);
    const theme = page.getByRole('navigation', { name: '分类' }).getByRole('link').nth(1);
    const expected = Number(/\d+/.exec((await theme.innerText()).replace(/\D+/, ''))?.[0]);
    await theme.click();
    expect(page.url()).toMatch(/\/theme-\d+$/);
    await expectSoon(() => page.locator('.row:not(.pinned) a.subject').count()).toBe(
      Math.min(expected, 20),
    );
  });

  test('[R35] a person’s page shows threads, replies, level, group and tags', async ({ page }) => {
    const {
      rows: [person],
    } = await site.db.execute<{
      id: number;
      nickname: string;
      level: number;
      tag: string;
      group: string;
    }>(sql`
      select
        u.id,
        u.nickname,
        u.level_id as level,
        g.name as "group",
        (select min(text) from user_tag t where t.user_id = u.id) as tag
      from "user" u
      join "group" g on g.id = u.group_id
      where u.id <> 10000
        and exists (select from user_tag t where t.user_id = u.id)
        and (select count(*) from thread t where t.user_id = u.id and t.state = 'normal') > 2
      order by u.id
      limit 1`);
    await page.goto(`${site.url}/zh/user/${person?.id}`);
    expect(await text(page, 'h1')).toBe(person?.nickname);
    const main = await page.getByRole('main').innerText();
    for (const part of [`Lv ${person?.level}`, person?.tag]) expect(main).toContain(part);
    await expectSoon(() => page.locator('main a[href*="/post/"]').count()).toBeGreaterThan(2);
    await page.getByRole('main').getByRole('link', { name: /回复/ }).first().click();
    expect(page.url()).toBe(`${site.url}/zh/user/${person?.id}/replies`);
    await expectSoon(() => page.locator('main a[href*="#p"]').count()).toBeGreaterThan(2);
  });

  test('[R38] the texts of islands come from /assets/i18n with a version, in the page’s language', async ({
    open,
  }) => {
    for (const lang of LANGS) {
      const page = await open({ language: lang });
      await login(page, site, PEOPLE.member);
      const asked = page.waitForResponse((response) => response.url().includes('/assets/i18n/'));
      await page.goto(`${site.url}/${lang}/forums`);
      const response = await asked;
      expect(response.url()).toMatch(
        new RegExp(`^${site.url}/assets/i18n/${lang}\\.json\\?v=[\\w-]+$`),
      );
      expect(response.status()).toBe(200);
      expect(response.headers()['cache-control']).toContain('immutable');
      const own = await response.json();
      expect(own.nav.home).toBe(lang === 'zh' ? '首页' : 'Home');
    }
  });
});
