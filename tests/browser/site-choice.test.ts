import { expect } from 'vitest';
import { expectSoon, PHONES, test } from '../support/browser.ts';
import { startSite } from '../support/test-site.ts';

/* The redirects of views/inline-scripts/choose-site.ts before a page is shown. */

const site = await startSite();

test('[R12] zoom doesn’t turn a wide screen into a phone’s, even if the browser includes it in the screen’s width', async ({
  open,
}) => {
  const address = (page: { url(): string }) => new URL(page.url()).pathname;
  const zoomed = await open({
    width: 960,
    height: 540,
    deviceScaleFactor: 2,
    screen: { width: 960, height: 540 },
  });
  await zoomed.goto(`${site.url}/zh/forums`);
  await zoomed.waitForLoadState();
  expect(address(zoomed)).toBe('/zh/forums');
  await expectSoon(() => zoomed.title()).toContain('版块');

  const small = await open({ width: 960, height: 540, screen: { width: 960, height: 540 } });
  await small.goto(`${site.url}/zh/forums`);
  await small.waitForURL('**/phone/zh/forums');

  const phone = await open({ ...PHONES[1], deviceScaleFactor: 3 });
  await phone.goto(`${site.url}/zh/forums`);
  await phone.waitForURL('**/phone/zh/forums');
  await phone.goto(`${site.url}/phone/en/forums`);
  expect(address(phone)).toBe('/phone/en/forums');
});

for (const [root, look] of [
  ['', {}],
  ['/phone', PHONES[0]],
] as const)
  test(`[R23] the language of lists that a reader of ${root}/en chooses is that of all lists, until both are chosen`, async ({
    open,
  }) => {
    const page = await open({ language: 'en', ...look });
    const choose = async (name: string) => {
      await page.locator('.pick summary').click();
      await page.locator('.pick').getByRole('link', { name }).click();
    };
    const expectAt = async (path: string) => {
      await page.waitForURL(`${site.url}${root}${path}`);
      await expectSoon(() => page.locator('.rows .row').count()).toBeGreaterThan(0);
    };
    await page.goto(`${site.url}${root}/en`);
    await choose('English only');
    await expectAt('/en/latest/only-en');
    await expectSoon(() =>
      page
        .locator('.rows .row .subject')
        .evaluateAll((links) => [
          ...new Set(links.map((link) => (link as HTMLElement).lang || 'en')),
        ]),
    ).toEqual(['en']);
    await page.goto(`${site.url}${root}/en?from=elsewhere#main`);
    await page.waitForURL(`${site.url}${root}/en/latest/only-en?from=elsewhere#main`);
    await page.goto(`${site.url}${root}/zh/forum/1/hot`);
    await page.waitForURL(`${site.url}${root}/zh/forum/1/hot/only-en`);
    await page.goto(`${site.url}${root}/en`);
    await choose('Chinese and English');
    await expectAt('/en');
    await page.goto(`${site.url}${root}/zh/forum/1/hot`);
    await expectSoon(() => page.locator('.rows .row').count()).toBeGreaterThan(0);
    expect(page.url()).toBe(`${site.url}${root}/zh/forum/1/hot`);
  });
