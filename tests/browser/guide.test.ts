import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ABOUT_PAGES } from '#contracts/about-pages.ts';
import {
  ADMIN_SCREENS,
  type AdminScreen,
  adminGuidePath,
  adminPath,
  adminScreenKey,
} from '#contracts/admin.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import {
  ADDRESSES_KEPT_DAYS,
  DELETION_DELAY_DAYS,
  EXPORT_KEPT_DAYS,
  MAIL_LOG_KEPT_DAYS,
  SIGN_INS_KEPT_DAYS,
} from '#contracts/limits.ts';
import { AREAS, aboutPath, rootOf } from '#contracts/paths.ts';
import { openAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { sharedSite } from '../support/test-site.ts';

/* The guide: the pages for members, moderators, administrators and operators. */

const site = await sharedSite();
const GUIDE_PAGES = ABOUT_PAGES.filter((page) => page.startsWith('guide'));
const LINK_NAMES: Record<Lang, string> = { zh: '关于此页面的说明', en: 'Guide to this screen' };

/** Where the links of a page's text lead, and its pictures, as paths of the site. */
const targetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article a[href], article img')].map((one) =>
      one instanceof HTMLImageElement ? one.src : (one as HTMLAnchorElement).href,
    ),
  );

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

const CASES = AREAS.flatMap((area) => LANGS.map((lang) => [area, lang] as const));

test.for(CASES)(
  '[R1, R42] every part of the guide can be read without an account on the %s site in %s, axe finds nothing wrong, and every link and picture in it is there',
  { timeout: 180_000 },
  async ([area, lang], { open }) => {
    const page = await open({
      language: lang,
      reducedMotion: 'reduce',
      ...(area === 'phone' ? PHONES[0] : {}),
    });
    const targets = new Set<string>();
    const problems: string[] = [];
    for (const name of GUIDE_PAGES) {
      const path = aboutPath(rootOf(area, lang), name);
      const response = await page.goto(site.url + path);
      expect(response?.status(), path).toBe(200);
      problems.push(...(await accessibilityProblems(page)).map((one) => `${path}: ${one}`));
      if (await isWiderThanWindow(page)) problems.push(`${path}: wider than the window`);
      for (const target of await targetsOf(page)) targets.add(target);
    }
    expect(problems).toEqual([]);
    expect(targets.size).toBeGreaterThan(20);
    for (const target of targets) {
      const { pathname, hash, origin } = new URL(target);
      expect(origin, target).toBe(site.url);
      const answer = await fetch(origin + pathname);
      expect(answer.status, target).toBe(200);
      if (hash) expect(await answer.text(), target).toContain(`id="${hash.slice(1)}"`);
    }
  },
);

test('[R1] the footers, the pages about the community, the sitemap and the welcome lead to the guide', async ({
  open,
}) => {
  for (const root of ['zh', 'phone/en'] as const) {
    const html = await (await fetch(`${site.url}/${root}`)).text();
    expect(html).toContain(`href="${aboutPath(root, 'guide')}"`);
  }
  const privacy = await (await fetch(`${site.url}/en/about/privacy`)).text();
  expect(privacy).toContain('href="/en/about/guide"');
  const part = await (await fetch(`${site.url}/en/about/guide/operators`)).text();
  expect(part).toContain('<a href="/en/about/guide/operators" aria-current="page">');
  expect(part).toContain('<a href="#trouble">When something fails</a>');
  expect((await fetch(`${site.url}/en/about/guide/pilots`)).status).toBe(404);
  const sitemap = await (await fetch(`${site.url}/sitemap-lists.xml`)).text();
  for (const name of GUIDE_PAGES)
    expect(sitemap).toContain(`<loc>${site.url}${aboutPath('zh', name)}</loc>`);

  const page = await open({ language: 'en' });
  await login(page, site, PEOPLE.member);
  await page.goto(`${site.url}/en/me/welcome`);
  await page.getByRole('link', { name: 'Browse the full guide' }).click();
  await page.waitForURL(`${site.url}/en/about/guide`);
});

test.for(LANGS)(
  '[R16, R42] each screen of the admin area in %s leads to its own section of the guide',
  { timeout: 180_000 },
  async (lang, { open }) => {
    const guide = await (await fetch(site.url + aboutPath(lang, 'guide/administrators'))).text();
    const page = await open({ language: lang });
    for (const screen of ADMIN_SCREENS) {
      await openAdmin(page, site, adminPath(screen).replace('/bbs-admin', ''));
      const link = page.locator('main').getByRole('link', { name: LINK_NAMES[lang] });
      await link.waitFor();
      await expectSoon(() => link.getAttribute('href')).toBe(adminGuidePath(lang, screen));
      expect(guide).toContain(`<h2 id="${adminScreenKey(screen)}">`);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: LINK_NAMES[lang] }).click(),
    ]);
    await opened.waitForURL(site.url + adminGuidePath(lang, ADMIN_SCREENS.at(-1) as AdminScreen));
  },
);

test('[R39] the page about privacy tells how long data are kept, by the numbers of the jobs that delete them', async () => {
  for (const [root, unit] of [
    ['zh', '天'],
    ['phone/en', 'days'],
  ] as const) {
    const html = await (await fetch(site.url + aboutPath(root, 'privacy'))).text();
    const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    for (const days of [
      ADDRESSES_KEPT_DAYS,
      SIGN_INS_KEPT_DAYS,
      MAIL_LOG_KEPT_DAYS,
      EXPORT_KEPT_DAYS,
      DELETION_DELAY_DAYS,
    ])
      expect(text).toContain(`${days} ${unit}`);
    expect(text).not.toMatch(/\{\w+Days\}/);
  }
});
