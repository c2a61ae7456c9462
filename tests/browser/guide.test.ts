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
  ADDRESS_RETENTION_DAYS,
  DELETION_DELAY_DAYS,
  EXPORT_RETENTION_DAYS,
  MAIL_LOG_RETENTION_DAYS,
  SIGN_IN_RETENTION_DAYS,
} from '#contracts/limits.ts';
import { AREAS, aboutPath, rootOf } from '#contracts/paths.ts';
import { followAdminLink, openAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { pageText, sharedSite } from '../support/test-site.ts';

/* The guide for members, moderators, administrators and operators. */

const site = await sharedSite();
const GUIDE_PAGES = ABOUT_PAGES.filter((page) => page.startsWith('guide'));
const LINK_NAMES: Record<Lang, string> = { zh: '关于此页面的说明', en: 'Guide to this screen' };

/** The link targets and pictures of a page's article. */
const targetsOf = (html: string, address: string): string[] => {
  const article = /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? '';
  return [...article.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)].map(
    ([, target]) => new URL((target as string).replaceAll('&amp;', '&'), address).href,
  );
};

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test.for(AREAS.flatMap((area) => LANGS.map((lang) => [area, lang] as const)))(
  '[R1] every part of the guide is on the %s site in %s, with every link and picture in it',
  async ([area, lang]) => {
    const targets = new Set<string>();
    for (const name of GUIDE_PAGES) {
      const address = site.url + aboutPath(rootOf(area, lang), name);
      const answer = await fetch(address);
      expect(answer.status, address).toBe(200);
      for (const target of targetsOf(await answer.text(), address)) targets.add(target);
    }
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

test.for([
  ['desktop', 'zh', {}],
  ['phone', 'en', PHONES[0]],
] as const)(
  '[R42] axe finds nothing wrong with any part of the guide on the %s site in %s, and none is wider than the window',
  { timeout: 180_000 },
  async ([area, language, look], { open }) => {
    const page = await open({ language, reducedMotion: 'reduce', ...look });
    const problems: string[] = [];
    for (const name of GUIDE_PAGES) {
      const path = aboutPath(rootOf(area, language), name);
      await page.goto(site.url + path);
      problems.push(...(await accessibilityProblems(page)).map((one) => `${path}: ${one}`));
      if (await isWiderThanWindow(page)) problems.push(`${path}: wider than the window`);
    }
    expect(problems).toEqual([]);
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

test('[R1] each screen of the admin area leads to its own section of the guide', {
  timeout: 180_000,
}, async ({ open }) => {
  const page = await open();
  const link = page.locator('main').getByRole('link', { name: LINK_NAMES.zh });
  await openAdmin(page, site, '');
  for (const screen of ADMIN_SCREENS) {
    await followAdminLink(page, adminPath(screen).replace('/bbs-admin', ''));
    await expectSoon(() => link.getAttribute('href')).toBe(adminGuidePath('zh', screen));
  }
});

test('[R1] in English too the link of a screen opens the guide in a window of its own', async ({
  open,
}) => {
  const page = await open({ language: 'en' });
  const screen = ADMIN_SCREENS.at(-1) as AdminScreen;
  await openAdmin(page, site, adminPath(screen).replace('/bbs-admin', ''));
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: LINK_NAMES.en }).click(),
  ]);
  await opened.waitForURL(site.url + adminGuidePath('en', screen));
});

test.for(LANGS)('[R1] the guide in %s has a section of each screen', async (lang) => {
  const guide = await pageText(site, aboutPath(lang, 'guide/administrators'));
  for (const screen of ADMIN_SCREENS)
    expect(guide).toContain(`<h2 id="${adminScreenKey(screen)}">`);
});

test('[R39] the page about privacy gives the retention times, by the numbers of the jobs that delete the data', async () => {
  for (const [root, unit] of [
    ['zh', '天'],
    ['phone/en', 'days'],
  ] as const) {
    const html = await (await fetch(site.url + aboutPath(root, 'privacy'))).text();
    const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    for (const days of [
      ADDRESS_RETENTION_DAYS,
      SIGN_IN_RETENTION_DAYS,
      MAIL_LOG_RETENTION_DAYS,
      EXPORT_RETENTION_DAYS,
      DELETION_DELAY_DAYS,
    ])
      expect(text).toContain(`${days} ${unit}`);
    expect(text).not.toMatch(/\{\w+Days\}/);
  }
});
