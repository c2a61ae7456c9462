import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { expectSoon, login, PHONES, test } from '../support/browser.ts';
import { member, thread } from '../support/factories.ts';
import { findThread } from '../support/find-thread.ts';
import { startSite } from '../support/test-site.ts';

/* Links to places in a thread, and placeholders of its pictures. */

const site = await startSite();

test('[R22, R24] the time of the last reply in a list leads to that reply, on both sites and in one’s own lists', async ({
  open,
}) => {
  const author = await member(site.db);
  const { id, replies } = await thread(site.db, { author, replies: 22 });
  const last = replies.at(-1) as number;
  for (const [path, look] of [
    ['/zh', {}],
    ['/phone/zh', PHONES[0]],
    ['/zh/me/threads', {}],
    ['/phone/zh/me/threads', PHONES[0]],
  ] as const) {
    const page = await open(look);
    if (path.endsWith('threads')) await login(page, site, author);
    await expectSoon(async () => {
      await page.goto(site.url + path);
      const link = page.locator('.row', { has: page.locator(`a[href$="/post/${id}"]`) }).first();
      await link.waitFor();
      return link.locator('a.at').getAttribute('href');
    }).toMatch(new RegExp(`/post/${id}(?:/2|\\?postId=${last})#p${last}$`));
    await page
      .locator('.row', { has: page.locator(`a[href$="/post/${id}"]`) })
      .first()
      .locator('a.at')
      .click();
    await page.waitForURL(new RegExp(`/post/${id}/2#p${last}$`));
    await expectSoon(() => page.locator(`#p${last}`).isVisible()).toBe(true);
  }
});

test('[R33] a picture that hasn’t come has its size and a ground', async ({ open }) => {
  const { id } = await findThread(
    site.db,
    sql`exists (
      select from post p
      where p.thread_id = t.id and p.floor = 0 and p.html ~ '<img[^>]* src="/uploads/[^>]* height='
    )`,
  );
  for (const look of [{}, { ...PHONES[0], colorScheme: 'dark' as const }]) {
    const page = await open(look);
    await page.route('**/uploads/**', () => {});
    await page.goto(`${site.url}${'isMobile' in look ? '/phone' : ''}/zh/post/${id}`, {
      waitUntil: 'domcontentloaded',
    });
    const seen = await page
      .locator('.post .prose img[height]')
      .first()
      .evaluate((image: HTMLImageElement) => {
        const { width, height } = image.getBoundingClientRect();
        return {
          isLoaded: image.complete && image.naturalWidth > 0,
          ratio: Math.round((10 * width) / height),
          wanted: Math.round(
            (10 * Number(image.getAttribute('width'))) / Number(image.getAttribute('height')),
          ),
          ground: getComputedStyle(image).backgroundColor,
        };
      });
    expect(seen).toMatchObject({ isLoaded: false, ratio: seen.wanted });
    expect(seen.ground).not.toBe('rgba(0, 0, 0, 0)');
  }
});
