import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PostWire } from '#contracts/wire/post.ts';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  PHONES,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { sharedSite } from '../support/test-site.ts';

/* Filters and orders of a thread's replies (R24), also without a login. */

const site = await sharedSite();

const { rows } = await site.db.execute(sql`
  select
    t.id,
    t.user_id as author,
    t.last_floor as last,
    (
      select array_agg(floor order by floor)
      from post
      where thread_id = t.id and user_id = t.user_id and floor > 0
    ) as floors
  from thread t
  join forum f on f.id = t.forum_id and f.access = 'public'
  where t.state = 'normal'
    and t.checked
    and t.last_floor > 20
    and exists (select from post where thread_id = t.id and user_id = t.user_id and floor > 0)
    and not exists (select from post where thread_id = t.id and (state <> 'normal' or not checked))
  order by t.id
  limit 1`);
const thread = rows[0] as { id: number; author: number; last: number; floors: number[] };
const { rows: silent } = await site.db.execute(sql`
  select t.id
  from thread t
  join forum f on f.id = t.forum_id and f.access = 'public'
  where t.state = 'normal'
    and t.checked
    and t.replies_cnt > 1
    and not exists (select from post where thread_id = t.id and user_id = t.user_id and floor > 0)
  order by t.id
  limit 1`);

const address = (lang = 'zh', id = thread.id) => `${site.url}/${lang}/post/${id}`;
const floors = async (page: Page) =>
  await page
    .locator('#replies .reply:visible')
    .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.floor)));
const byTime = async (page: Page) => (await floors(page)).length > 0;

test('[R6, R24, R39, R42] a visitor reads only the author’s replies, at their floors, looking like the published ones, and returns; the view is accessible, in both languages, light and dark', async ({
  open,
}) => {
  const page = await open({ reducedMotion: 'reduce' });
  await page.goto(address());
  const before = await floors(page);
  const look = (of: string) =>
    page.locator(of).evaluate((article) => {
      const own = (selector: string) => {
        const element = article.querySelector(selector);
        const { fontSize, color, lineHeight } = element
          ? getComputedStyle(element)
          : { fontSize: '', color: '', lineHeight: '' };
        return [
          selector,
          element?.textContent?.replace(/\s+/g, ' ').trim().slice(0, 60),
          fontSize,
          color,
          lineHeight,
        ];
      };
      return [
        ...['h3', '.level', '.prose', '.when a[aria-label]', '[data-act="quote"]'].map(own),
        Math.round(article.querySelector('.prose')?.getBoundingClientRect().width ?? 0),
      ];
    });
  const floor = thread.floors.find((one) => one <= 20) as number;
  const published = await look(`#replies > .reply[data-floor="${floor}"]:not(.featured)`);
  await page.locator('[data-act="author"]').click();
  await page.locator(`.found .reply[data-floor="${floor}"] .prose:not([aria-busy])`).waitFor();
  expect(await floors(page)).toEqual(thread.floors.slice(0, 20));
  expect(await look(`.found .reply[data-floor="${floor}"]`)).toEqual(published);
  await expectSoon(() => page.locator('[data-act="author"]').getAttribute('aria-pressed')).toBe(
    'true',
  );
  await expectSoon(() => page.locator('.ends').isVisible()).toBe(false);
  const link = page.locator('.found .when a[aria-label]').first();
  await expectSoon(() => link.getAttribute('href')).toMatch(
    new RegExp(`^/zh/post/${thread.id}(/\\d+)?#p\\d+$`),
  );
  expect(await accessibilityProblems(page), 'Chinese, light').toEqual([]);
  await page.locator('[data-act="author"]').click();
  expect(await floors(page)).toEqual(before);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(address('en'));
  await page.locator('[data-act="author"]').click();
  await page.locator('.found .reply .prose:not([aria-busy])').first().waitFor();
  expect(await accessibilityProblems(page), 'English, dark').toEqual([]);
});

test('[R18, R24] newest first, and through the numbered pages; while the server is unavailable the reader gets a notice and a retry', async ({
  page,
  complaints,
}) => {
  await page.goto(address());
  await page.route('**/api/v1/thread/post/list?*', (route) =>
    route.fulfill({ status: 503, json: { code: 503, msg: '', err_code: 'unavailable' } }),
  );
  await page.locator('[data-act="newest"]').click();
  const again = page.locator('.found').getByRole('button', { name: '重试' });
  await again.waitFor();
  await page.unroute('**/api/v1/thread/post/list?*');
  await again.click();
  await expectSoon(() => floors(page)).toEqual(
    Array.from({ length: 20 }, (_, index) => thread.last - index),
  );
  await page.locator('.found').getByRole('button', { name: '下一页' }).click();
  await expectSoon(() => floors(page)).toEqual(
    Array.from({ length: Math.min(20, thread.last - 20) }, (_, index) => thread.last - 20 - index),
  );
  await expectSoon(() =>
    page.evaluate(() => document.activeElement?.classList.contains('found')),
  ).toBe(true);
  await expectConsoleMessages(complaints, /status of 503 .*\/api\/v1\/thread\/post\/list/);
});

test('[R24, R25] the most helpful replies first; a view has an address of its own, in which a visitor and a phone find it with its count', async ({
  page,
  open,
}) => {
  await page.goto(address());
  await page.locator('[data-act="helpful"]').click();
  const likes = () =>
    page
      .locator('.found .reply [data-act="like"]')
      .evaluateAll((all) => all.map(({ textContent }) => Number(textContent)));
  await expectSoon(async () => (await likes()).length).toBeGreaterThan(1);
  expect(await likes()).toEqual((await likes()).toSorted((a, b) => b - a));
  expect(page.url()).toBe(`${address()}?replies=helpful`);
  await page.locator('[data-act="newest"]').click();
  await page.locator('.found').getByRole('button', { name: '下一页' }).click();
  expect(page.url()).toBe(`${address()}?replies=newest&part=2`);
  await page.locator('[data-act="newest"]').click();
  expect(page.url()).toBe(address());
  await page.locator('[data-act="author"]').click();
  const shared = page.url();
  expect(shared).toBe(`${address()}?replies=author`);

  for (const reader of [await open(), await open(PHONES[0])]) {
    await reader.goto(shared);
    await reader
      .getByRole('status')
      .filter({ hasText: `楼主的回复共 ${thread.floors.length} 条` })
      .waitFor();
    await expectSoon(() => floors(reader)).toEqual(thread.floors.slice(0, 20));
    await expectSoon(() => reader.locator('[data-act="author"]').getAttribute('aria-pressed')).toBe(
      'true',
    );
  }
});

test('[R24] a floor is jumped to by its number', async ({ page }) => {
  await page.goto(address());
  await page.keyboard.press('g');
  const field = page.getByRole('spinbutton', { name: '跳到楼层' });
  await expectSoon(() => field.evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.type('21');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${address()}/2#f21`);
  await expectSoon(() => page.locator('#f21').isVisible()).toBe(true);
});

test('[R24] the filter for an author without replies says that there are none', async ({
  page,
}) => {
  await page.goto(address('zh', silent[0]?.id as number));
  await page.locator('[data-act="author"]').click();
  await page.getByText('楼主还没有回复过。').waitFor();
  expect(await byTime(page)).toBe(false);
});

test('[R39] without JavaScript nothing is offered that needs it', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(address());
  await expectSoon(() => page.locator('[data-slot="tools"] button:visible').count()).toBe(0);
  expect((await floors(page)).length).toBeGreaterThan(19);
});

test('[R24] a reply with a notice’s text is shown as its author’s, and a withheld one by its notice', async ({
  page,
}) => {
  const notice = '这条回复正在等待审核。';
  const [saying, waiting] = [thread.last, thread.last - 1];
  await page.route('**/api/v1/thread/post/list?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: PostWire[] };
    const data = reply.data.map((post) =>
      post.storey === saying || post.storey === waiting
        ? { ...post, message: notice, withheld: post.storey === waiting ? 'review' : null }
        : post,
    );
    await route.fulfill({ response, json: { ...reply, data } });
  });
  await page.goto(address());
  await page.locator('[data-act="newest"]').click();
  const reply = (floor: number) => page.locator(`.found .reply[data-floor="${floor}"]`);
  await expectSoon(() => reply(saying).locator('.prose').innerText()).toBe(notice);
  await expectSoon(() => reply(saying).locator('.name').count()).toBe(1);
  await expectSoon(() => reply(waiting).locator('.placeholder-text').innerText()).toBe(notice);
  await expectSoon(() => reply(waiting).locator('.name').count()).toBe(0);
});

test('[R25] members like a found reply, and the like is stored', async ({ page }) => {
  await login(page, site, PEOPLE.member);
  await page.goto(address());
  await page.locator('.account .me .av').waitFor();
  await page.locator('[data-act="newest"]').click();
  const like = page.locator('.found .reply').first().locator('[data-act="like"]');
  const was = await like.getAttribute('aria-pressed');
  const asked = page.waitForResponse('**/api/v1/thread/up');
  await like.click();
  expect((await asked).status()).toBe(200);
  await expectSoon(() => like.getAttribute('aria-pressed')).toBe(was === 'true' ? 'false' : 'true');
});

test('[R24, R42] code in a found reply can be copied, and reached by the keyboard where it scrolls', async ({
  open,
}) => {
  const { rows: written } = await site.db.execute<{ thread: number; floor: number }>(sql`
    select t.id as thread, p.floor
    from post p
    join thread t on t.id = p.thread_id and t.user_id = p.user_id
    join forum f
      on f.id = t.forum_id
      and f.access = 'public', lateral (
        select max(length(regexp_replace(line, '<[^>]*>', '', 'g'))) as longest
        from regexp_split_to_table(substring(p.html from '<pre.*</pre>'), E'\\n') line
      ) code
    where p.floor > 0
      and p.state = 'normal'
      and p.checked
      and t.state = 'normal'
      and t.checked
      and longest > 70
    order by longest desc
    limit 1`);
  const page = await open({ width: 1000 });
  await page.goto(address('zh', written[0]?.thread));
  await page.locator('[data-act="author"]').click();
  const code = page.locator(`.found .reply[data-floor="${written[0]?.floor}"] .code`).first();
  await code.getByRole('button', { name: '复制' }).waitFor();
  await expectSoon(() => code.locator('pre').getAttribute('tabindex')).toBe('0');
  expect(await accessibilityProblems(page)).toEqual([]);
});
