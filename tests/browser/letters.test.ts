import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { changeQuery } from '../support/change-query.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Private messages between users (R30). */

const site = await startSite();
// The first rendered page takes longer than the tests' timeout.
await fetch(`${site.url}/zh/me/letters`);
const { member: ME, otherMember: OTHER } = PEOPLE;
const named = sql`select nickname from "user" where id = ${OTHER}`;
const nickname = (await site.db.execute<{ nickname: string }>(named)).rows[0]?.nickname ?? '';

const talk = (page: Page) => page.getByRole('region', { name: '私信内容' });
const letters = (page: Page) => talk(page).locator('.letter .message-text');
const pen = (page: Page) => page.getByRole('textbox', { name: `发给 ${nickname}` });
const conversations = (page: Page) => page.getByRole('navigation', { name: '私信列表' });
const stored = async () =>
  (await site.db.execute<{ html: string }>(sql`select html from letter order by id`)).rows.map(
    ({ html }) => html,
  );

async function written(from: number, to: number, texts: readonly string[], day = 0): Promise<void> {
  for (const text of texts) {
    await site.db.execute(sql`
      with l as (
        insert into letter (
          sender_id,
          receiver_id,
          html,
          source,
          policy,
          created_at
        )
        values (${from}, ${to}, ${`<p>${text}</p>`}, ${text}, 1, now() - ${day} * interval '1 day')
        returning id
      )
      insert into conversation
      select unnest(array[${from}::int, ${to}::int]), unnest(array[${to}::int, ${from}::int]), id
      from l
      on conflict (user_id, other_id) do update set last_letter_id = excluded.last_letter_id`);
  }
}

beforeEach(async () => {
  for (const table of ['letter', 'conversation', 'letter_block'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

test('[R30] two members write to each other, and each sees the other’s private message arrive', async ({
  page,
  open,
}) => {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/letters?with=${OTHER}`);
  await talk(page).getByRole('heading', { name: nickname }).waitFor();
  await pen(page).fill('第一行 <b>不是标记</b>\n见 https://example.com/a?b=1&c=2。');
  await pen(page).press('Control+Enter');
  await expectSoon(() => letters(page).count()).toBe(1);
  await expectSoon(stored).toEqual([
    expect.stringContaining(
      '&lt;b&gt;不是标记&lt;/b&gt;<br>见 <a href="https://example.com/a?b=1&amp;c=2"',
    ),
  ]);
  await expectSoon(() => pen(page).inputValue()).toBe('');
  const theirs = await open();
  await login(theirs, site, OTHER);
  await theirs.goto(`${site.url}/zh/me/letters`);
  const mine = conversations(theirs).getByRole('link');
  await expectSoon(() => mine.innerText()).toContain('1 条未读');
  await mine.click();
  await theirs.waitForURL(new RegExp(`with=${ME}`));
  await expectSoon(() => letters(theirs).count()).toBe(1);
  await theirs.getByRole('textbox', { name: /^发给/ }).last().fill('收到了');
  await theirs.getByRole('button', { name: '发送' }).click();
  await letters(page).getByText('收到了').waitFor();
  await expectSoon(
    async () => (await site.db.execute(sql`select id from letter where read_at is null`)).rows,
  ).toEqual([]);
});

test('[R30] a new recipient is found by the beginning of the name, by keyboard only; Enter chooses nobody from suggestions for a shorter text', async ({
  page,
}) => {
  await login(page, site, ME);
  const isLonger = (url: URL) => url.searchParams.get('keyword')?.endsWith('x') ?? false;
  await page.route(isLonger, () => undefined); // an answer that never arrives
  await page.goto(`${site.url}/zh/me/letters`);
  await page.locator('.letters .state').filter({ visible: true }).waitFor();
  await page.getByRole('combobox', { name: '收件人' }).fill(nickname.slice(0, 2));
  await page.getByRole('option', { name: nickname }).waitFor();
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.getByRole('option', { name: nickname }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`with=${OTHER}`));
  await pen(page).waitFor();
  await page.getByRole('combobox', { name: '收件人' }).fill('没有叫这个名字的人');
  await page.getByText('没有找到这位成员').waitFor();
});

test('[R30] typed text is restored after coming back; a private message without a network is sent again, and one whose answer was lost isn’t stored twice', async ({
  page,
  complaints,
}) => {
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/letters?with=${OTHER}`);
  await pen(page).fill('写到一半');
  await page.reload();
  await expectSoon(() => pen(page).inputValue()).toBe('写到一半');
  await page.getByRole('button', { name: '发送' }).click();
  await expectSoon(stored).toHaveLength(1);
  await page.reload();
  await pen(page).waitFor();
  await expectSoon(() => pen(page).inputValue()).toBe('');
  const sent = talk(page).locator('.letter time');

  await pen(page).fill('断线时写的');
  await page.route('**/api/v1/user/letter', (route) => route.abort());
  await pen(page).press('Control+Enter');
  await talk(page).getByText('发送失败，内容还在这里。').waitFor();
  await page.unroute('**/api/v1/user/letter');
  await page.getByRole('button', { name: '重试' }).click();
  await expectSoon(() => sent.count()).toBe(2);
  expect(await stored()).toHaveLength(2);

  await page.route('**/api/v1/user/letter', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pen(page).fill('到了吗');
  await pen(page).press('Control+Enter');
  await page.getByRole('button', { name: '重试' }).waitFor();
  await page.unroute('**/api/v1/user/letter');
  await page.getByRole('button', { name: '重试' }).click();
  await expectSoon(() => sent.count()).toBe(3);
  await expectSoon(() => letters(page).count()).toBe(3);
  expect(await stored()).toHaveLength(3);

  await expectConsoleMessages(complaints, /net::ERR_FAILED .*\/api\/v1\/user\/letter/);
});

test('[R30] older private messages are inserted above, under their days, without moving the view', async ({
  page,
}) => {
  await written(
    OTHER,
    ME,
    Array.from({ length: 35 }, (_, n) => `较早的第 ${n} 封`),
    3,
  );
  await written(ME, OTHER, ['今天的'], 0);
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/letters?with=${OTHER}`);
  await expectSoon(() => letters(page).count()).toBe(30);
  await expectSoon(() => talk(page).locator('.day').count()).toBe(2);
  await page.getByRole('button', { name: '更早的私信' }).click();
  await expectSoon(() => letters(page).count()).toBe(36);
  await expectSoon(() => letters(page).first().innerText()).toBe('较早的第 0 封');
  await expectSoon(() => letters(page).last().innerText()).toBe('今天的');
  await expectSoon(() => page.getByRole('button', { name: '更早的私信' }).count()).toBe(0);
});

test('[R30] the newest private message is in view when a conversation opens, however late the texts load; after scrolling up the view stays', async ({
  page,
}) => {
  await written(
    OTHER,
    ME,
    Array.from({ length: 20 }, (_, n) => `第 ${n} 封<br>在第二行<br>和第三行`),
  );
  await login(page, site, ME);
  const texts = Promise.withResolvers<void>();
  await page.route('**/assets/build/purify*', async (route) => {
    await texts.promise;
    await route.continue();
  });
  await page.goto(`${site.url}/zh/me/letters?with=${OTHER}`);
  await expectSoon(() => letters(page).count()).toBe(20);
  texts.resolve();
  const list = talk(page).locator('.message-list');
  const below = () =>
    list.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
  await expectSoon(() => letters(page).last().innerText()).toContain('第 19 封');
  await expectSoon(below).toBe(0);
  await list.evaluate((box) => box.scrollTo(0, 0));
  await page.setViewportSize({ width: 1440, height: 700 });
  await expectSoon(below).toBeGreaterThan(100);
  await expectSoon(() => list.evaluate((box) => box.scrollTop)).toBe(0);
});

test('[R30] the list shows each conversation’s last message, below the name, wide and narrow; a member blocks and unblocks another one', async ({
  page,
}) => {
  await written(OTHER, ME, ['最近的一句']);
  await login(page, site, ME);
  await page.goto(`${site.url}/zh/me/letters`);
  const row = conversations(page).getByRole('link', { name: nickname });
  const words = row.getByText('最近的一句');
  await words.waitFor();
  const name = row.getByText(nickname, { exact: true });
  // Both texts start at one edge, whatever their boxes are.
  const start = (of: typeof words) =>
    of.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().left);
    });
  for (const width of [1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await start(words), `${width} px wide`).toBe(await start(name));
  }
  await row.click();
  await page.getByRole('button', { name: '拉黑', exact: true }).click();
  await talk(page).getByText(`你已拉黑 ${nickname}`).waitFor();
  await expectSoon(() => conversations(page).getByText('已拉黑').count()).toBe(1);
  await expectSoon(() => pen(page).count()).toBe(0);
  await page.getByRole('button', { name: '取消拉黑' }).click();
  await pen(page).waitFor();
});

test.for([
  ['zh', 'light', 1440],
  ['en', 'dark', 800],
] as const)(
  '[R42] private messages are accessible in every state: %s, %s, %s px wide',
  async ([language, colorScheme, width], { open }) => {
    const page = await open({ language, colorScheme, width, reducedMotion: 'reduce' });
    await login(page, site, ME);
    const list = Promise.withResolvers<void>();
    await page.route('**/api/v1/user/letter/list?*', async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.goto(`${site.url}/${language}/me/letters`);
    const bone = page.locator('.talks .bones b').first();
    await bone.waitFor({ state: 'attached' });
    await expectSoon(() => bone.evaluate((b) => getComputedStyle(b).backgroundColor)).toBe(
      await page
        .locator('.talks .bones i')
        .first()
        .evaluate((i) => getComputedStyle(i).backgroundColor),
    );
    expect(await accessibilityProblems(page), 'while the list loads').toEqual([]);
    list.resolve();
    await page.locator('.letters .state').filter({ visible: true }).waitFor();
    expect(await accessibilityProblems(page), 'nobody wrote').toEqual([]);
    await page.getByRole('combobox').fill(nickname.slice(0, 1));
    await page.getByRole('option').first().waitFor();
    expect(await accessibilityProblems(page), 'names are offered').toEqual([]);
    await page.getByRole('combobox').fill('');
    await written(OTHER, ME, ['你好', 'a'.repeat(400)], 1);
    await page.locator('.talks li').first().waitFor();
    await changeQuery(page, `?with=${OTHER}`);
    await page.locator('.letter .message-text p').last().waitFor();
    await page.locator('.pen button').click();
    await page.locator('.pen .wrong').waitFor();
    await expectSoon(
      () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'nothing scrolls sideways',
    ).toBe(true);
    expect(await accessibilityProblems(page), 'letters, and one without text').toEqual([]);
    await changeQuery(page, '?with=99999999');
    await page.locator('[data-problem="404"]').waitFor();
    expect(await accessibilityProblems(page), 'somebody who isn’t there').toEqual([]);
  },
);
