import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { expectSoon, PHONES, test } from '../support/browser.ts';
import { thread } from '../support/factories.ts';
import { startSite } from '../support/test-site.ts';

/* Names and links of a thread's first floors: see decisions/thread-pages.md. */

const site = await startSite();

test('[R24] the first post is a floor with a name and a link; the first reply has the name that communities use', async ({
  open,
}) => {
  const { id, replies } = await thread(site.db, { replies: 2 });
  const { rows } = await site.db.execute<{ post: number }>(
    sql`select first_post_id as post from thread where id = ${id}`,
  );
  const first = rows[0]?.post as number;
  const page = await open({ height: 500 });
  await page.goto(`${site.url}/zh/post/${id}?postId=${first}`);
  expect(page.url()).toBe(`${site.url}/zh/post/${id}#p${first}`);
  await expectSoon(() =>
    page.locator(`#p${first}`).evaluate((post) => Math.round(post.getBoundingClientRect().top)),
  ).toBe(60);
  const name = page.locator('.post').getByRole('link', { name: '楼主：主题帖的固定链接' });
  await expectSoon(() => name.innerText()).toBe('楼主');
  await expectSoon(() => name.getAttribute('href')).toBe(`#p${first}`);
  const floor = (post: number | undefined) => page.locator(`#p${post} .when a`).last().innerText();
  expect([await floor(replies[0]), await floor(replies[1])]).toEqual(['沙发 · 1 楼', '2 楼']);

  const phone = await open({ ...PHONES[0], language: 'en' });
  await phone.goto(`${site.url}/phone/en/post/${id}#f0`);
  await expectSoon(() => phone.locator('#f0').innerText()).toBe('OP');
  await expectSoon(() => phone.locator(`#p${replies[0]} .when a`).last().innerText()).toBe(
    'First reply · #1',
  );
});
