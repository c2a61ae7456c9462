import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { CLIENT_PAGES } from '#contracts/paths.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;
const OWN = CLIENT_PAGES.filter((room) => room !== 'search');

test('[R17, R42] a visitor of a room that needs a login is asked to log in and comes back to it, without a barrier', async ({
  page,
}) => {
  for (const room of OWN) {
    await page.goto(`${site.url}/zh/${room}`);
    const way = page.getByRole('main').getByRole('link', { name: '登录' });
    await expectSoon(async () =>
      new URL((await way.getAttribute('href')) as string, site.url).searchParams.get('return_url'),
    ).toBe(`${site.url}/zh/${room}`);
    expect([room, await accessibilityProblems(page)]).toEqual([room, []]);
  }
});

test('[R39] without JavaScript a room says that it needs it, in both languages', async ({
  open,
}) => {
  for (const [lang, text] of [
    ['zh', '此页面需要启用 JavaScript'],
    ['en', 'This page needs JavaScript'],
  ] as const) {
    const page = await open({ language: lang, javaScriptEnabled: false });
    await page.goto(`${site.url}/${lang}/search`);
    await page.getByText(text).waitFor();
    await expectSoon(() => page.locator('meta[name=robots]').getAttribute('content')).toBe(
      'noindex',
    );
  }
});

test('[R1] a room without a language in its address shows the reader’s', async ({ open }) => {
  const page = await open({ language: 'en' });
  await page.goto(`${site.url}/me/settings`);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});

test('[R4] a room whose file doesn’t come says so and can be tried again', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.route(/Settings/, (route) => route.abort());
  await page.goto(`${site.url}/zh/me/settings`);
  await page.getByRole('alert').getByText('页面加载失败').waitFor();
  await page.unroute(/Settings/);
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await expectConsoleMessages(
    complaints,
    /net::ERR_FAILED .*Settings/,
    /Failed to fetch dynamically imported module: .*Settings/,
  );
});

/** Pairs of an unread count and a link that it covers. */
const coveredLinks = (page: Page): Promise<string[]> =>
  page.locator('main nav').evaluateAll((navs) =>
    navs.flatMap((nav) =>
      [...nav.querySelectorAll('.count')].flatMap((count) => {
        const badge = count.getBoundingClientRect();
        return [...nav.querySelectorAll('a')]
          .filter((link) => {
            const box = link.getBoundingClientRect();
            return (
              !link.contains(count) &&
              box.left < badge.right &&
              badge.left < box.right &&
              box.top < badge.bottom &&
              badge.top < box.bottom
            );
          })
          .map((link) => `${count.textContent}: ${link.textContent}`);
      }),
    ),
  );

/** Whether the whole current link is within its scrolling row or list. */
const isCurrentInView = (page: Page): Promise<boolean> =>
  page.locator('main nav:has([aria-current])').evaluate((nav) => {
    const box = nav.querySelector('[aria-current]')?.getBoundingClientRect();
    const { left, right } = nav.getBoundingClientRect();
    return box !== undefined && box.left >= left && box.right <= right + 1;
  });

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 900, height: 700, screen: { width: 1440, height: 900 } },
  { width: 390, height: 844, hasTouch: true, isMobile: true },
] as const;

test.for(WINDOWS)(
  '[R30, R42] no unread count covers the link next to it: $width × $height',
  async (look, { open }) => {
    await site.db.execute(sql`
      insert into notification (user_id, category, kind, actor_id, note)
      select ${MEMBER}, 1, 'reply', ${PEOPLE.otherMember}, n::text
      from generate_series(1, 100) as n`);
    for (const language of ['zh', 'en'] as const) {
      const page = await open({ ...look, language });
      await login(page, site, MEMBER);
      await page.goto(`${site.url}/${look.width < 500 ? 'phone/' : ''}${language}/me/letters`);
      await page.locator('nav .count').getByText('99+').waitFor();
      expect(await coveredLinks(page)).toEqual([]);
    }
  },
);

test.for(WINDOWS.slice(0, 3))(
  '[R42] the links between own pages show the current one: $width × $height',
  async (look, { open }) => {
    const page = await open({ ...look, language: 'en' });
    await login(page, site, MEMBER);
    for (const room of ['me/threads', 'me/letters', 'me/welcome']) {
      await page.goto(`${site.url}/en/${room}`);
      await expectSoon(() => isCurrentInView(page), room).toBe(true);
    }
  },
);
