import type { Page } from 'playwright';
import { expect } from 'vitest';
import { adminScreenKey } from '#contracts/admin.ts';
import { sectionsOf } from '#contracts/forum-templates.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import { AREAS, rootOf } from '#contracts/paths.ts';
import { pickLang } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import { readEnv } from '#platform/env.ts';
import { loadNothing } from '../../scripts/seed/load-nothing.ts';
import { createClaimAddress } from '../../scripts/start/claim-address.ts';
import {
  accessibilityProblems,
  allowConsoleMessages,
  colourProblems,
  expectSoon,
  test,
} from '../support/browser.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { pageText, type Site, startSite } from '../support/test-site.ts';

/* The first run of an empty forum: from the printed address to its first forums. */

async function startEmptySite() {
  const { db, url } = await emptyDatabase();
  await loadNothing(db);
  const site = await startSite({ databaseUrl: url });
  const printAddress = async () =>
    (await createClaimAddress(url, readEnv({ SITE_URL: site.url }))).address as string;
  return { site, printAddress };
}

/** Presses the next control with this name in Tab order. */
async function tabTo(page: Page, name: string): Promise<void> {
  // the last press may still be loading it
  await page.locator('a, button, label').filter({ hasText: name }).first().waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (text.trim().startsWith(name)) return;
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`Tab doesn’t reach “${name}”: ${at}`);
}

async function expectNoProblems(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Waits for a text on a page of both sites in both languages. */
async function expectOnPages(
  site: Site,
  path: string,
  textIn: (lang: Lang) => string,
): Promise<void> {
  for (const lang of LANGS)
    for (const area of AREAS)
      await expectSoon(() => pageText(site, `/${rootOf(area, lang)}${path}`)).toContain(
        textIn(lang),
      );
}

test('[ops] the reader of the printed address becomes administrator and sets the forum up by keyboard', async ({
  open,
  complaints,
}) => {
  const t = translator('zh');
  const { site, printAddress } = await startEmptySite();
  for (const path of ['', '/forums'])
    await expectOnPages(site, path, (lang) => translator(lang)('forums.none.title'));

  const page = await open();
  const address = await printAddress();
  await page.goto(address);
  await page.getByRole('heading', { name: t('admin.setup.claim.title'), level: 2 }).waitFor();
  expect(page.url(), 'the secret leaves the address').not.toContain('#');
  await expectNoProblems(page);
  await tabTo(page, t('admin.setup.claim.login'));
  await page.keyboard.press('Enter');
  const name = page.locator('input[name=name]');
  await name.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await name.fill('苏禾');
  await name.press('Enter');

  const heading = page.locator('#setup-step');
  await expectSoon(() => heading.textContent()).toBe(t('admin.config.name.brand'));
  await expectNoProblems(page);
  const sidebar = page.getByRole('navigation', { name: t('admin.rail.label') });
  const link = sidebar.getByRole('link', { name: t(`admin.screen.${adminScreenKey('setup')}`) });
  await expectSoon(() => link.innerText()).toContain('5');
  const step = page.locator('.setup-step');
  await step.getByLabel(t('admin.config.field.brandName'), { exact: true }).fill('青禾');
  await step.getByLabel(t('admin.config.field.brandName_en'), { exact: true }).fill('Qinghe');
  await tabTo(page, t('admin.form.save'));
  await page.keyboard.press('Enter');
  await expectOnPages(site, '', (lang) => pickLang(lang, '青禾', 'Qinghe'));
  await tabTo(page, t('admin.setup.next'));
  await page.keyboard.press('Enter');

  await expectSoon(() => heading.textContent()).toBe(t('admin.setup.step.provider'));
  await expectNoProblems(page);
  await tabTo(page, t('admin.setup.skip'));
  await page.keyboard.press('Enter');
  await expectSoon(() => heading.textContent()).toBe(t('admin.setup.step.mail'));
  await expectSoon(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectNoProblems(page);
  await tabTo(page, t('admin.setup.skip'));
  await page.keyboard.press('Enter');
  await expectSoon(() => heading.textContent()).toBe(t('admin.setup.step.forums'));

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const [section] = sectionsOf('hobby');
  await page.getByRole('heading', { name: section?.name ?? '', level: 3 }).waitFor();
  await expectNoProblems(page);
  await tabTo(page, t('admin.setup.forums.create'));
  await page.keyboard.press('Enter');
  await page.getByText(t('admin.setup.forums.there', { count: 7 })).waitFor();
  await expectOnPages(site, '/forums', (lang) =>
    pickLang(lang, section?.name ?? '', section?.name_en ?? ''),
  );
  await expectOnPages(site, '', (lang) => translator(lang)('list.first.title'));
  // the list fits all forums of a template
  const last = section?.forums.at(-1);
  for (const lang of LANGS)
    await expectSoon(() => pageText(site, `/${lang}`)).toContain(
      pickLang(lang, last?.name ?? '', last?.name_en ?? ''),
    );

  await page.reload();
  await expectSoon(() => heading.textContent()).toBe(t('admin.setup.step.forums'));
  await tabTo(page, t('admin.setup.next'));
  await page.keyboard.press('Enter');
  await expectSoon(() => heading.textContent()).toBe(t('admin.config.name.notify'));
  await step.locator('textarea').first().fill('论坛开张了');
  await step.getByRole('button', { name: t('admin.form.save') }).click();
  await tabTo(page, t('admin.setup.next'));
  await page.keyboard.press('Enter');
  await expectSoon(() => heading.textContent()).toBe(t('admin.setup.step.finish'));
  await page.getByText(t('admin.setup.finish.done')).waitFor();
  await expectNoProblems(page);
  await expectSoon(() => link.count(), 'nothing is left to do').toBe(0);
  await page.getByRole('link', { name: t('admin.setup.finish.thread') }).waitFor();

  allowConsoleMessages(complaints, /setup\/claim/);
  const inEnglish = translator('en');
  const other = await open({ language: 'en' });
  await other.goto(address);
  await tabTo(other, inEnglish('admin.setup.claim.login'));
  await other.keyboard.press('Enter');
  await other.locator('input[name=name]').fill('Marta');
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: inEnglish('admin.setup.claim.refusedTitle') }).waitFor();
  expect(await accessibilityProblems(other)).toEqual([]);
});
