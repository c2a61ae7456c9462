import { expect } from 'vitest';
import { CLIENT_PAGES } from '#contracts/paths.ts';
import {
  accessibilityProblems,
  expectComplaints,
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
  await expectComplaints(
    complaints,
    /net::ERR_FAILED .*Settings/,
    /Failed to fetch dynamically imported module: .*Settings/,
  );
});
