import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  replaceMessage,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';

/* Polls, from their form to the vote (R26). Component tests cover refusals and late votes. */

const site = await startSite();
const MEMBER = PEOPLE.member;

const inputs = (page: Page) => page.locator('.poll-options input');
const texts = (page: Page) =>
  inputs(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const problem = (page: Page) => page.locator('#poll-builder-problem');
const grip = (page: Page, n: number) => page.locator('.poll-options .grip').nth(n - 1);

async function begin(page: Page, options: string[]): Promise<void> {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/new?forum=1`);
  await messageTextbox(page).waitFor();
  await page.getByRole('button', { name: '添加投票' }).click();
  for (const [index, text] of options.entries()) {
    if (index >= 2) await page.getByRole('button', { name: '添加选项' }).click();
    await inputs(page).nth(index).fill(text);
  }
}

async function newPoll(maxChoices: number, resultsVisible: boolean): Promise<number> {
  const { rows } = await site.db.execute(sql`
    with chosen as (
      select id
      from thread t
      where not has_poll
        and state = 'normal'
        and checked
        and forum_id = 1
        and not exists (select from poll where thread_id = t.id)
      order by id
      limit 1
    ),
    asked as (
      insert into poll (
        thread_id,
        question,
        max_choices,
        results_visible,
        days,
        expires_at
      )
      select
        id,
        '选哪个',
        ${maxChoices},
        ${resultsVisible},
        7,
        now() + interval '7 days'
      from chosen
      returning thread_id
    ),
    options as (
      insert into poll_option (thread_id, rank, text)
      select thread_id, rank, '第' || rank || '项'
      from asked, generate_series(1, 3) rank
    )
    update thread
    set has_poll = true
    from asked
    where thread.id = asked.thread_id
    returning thread.id`);
  return rows[0]?.id as number;
}

test('[R16, R26, R42] a poll is made, its options put in order by keys and by dragging, published with its thread, and voted in', async ({
  page,
}) => {
  await begin(page, ['X11', 'Wayland', '都用']);
  await grip(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => texts(page)).toEqual(['Wayland', 'X11', '都用']);
  await expectSoon(() =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  ).toContain('第 2 项');
  await page.keyboard.press('End');
  await expectSoon(() => texts(page)).toEqual(['Wayland', '都用', 'X11']);
  await page.getByRole('status').getByText('第 2 项移到了第 3 位').waitFor({ state: 'attached' });
  await grip(page, 3).scrollIntoViewIfNeeded();
  const [from, to] = [await grip(page, 3).boundingBox(), await grip(page, 1).boundingBox()];
  if (!from || !to) throw new Error('The grips are not shown.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expectSoon(() => texts(page)).toEqual(['X11', 'Wayland', '都用']);

  await page.getByLabel('投票问题').fill('你用哪一个');
  await page.getByLabel('投票方式').selectOption('several');
  await page.getByLabel('最多可选').fill('2');
  await page.getByLabel('持续天数').fill('400');
  await page.getByLabel('投票前可查看结果').uncheck();
  await chooseTheme(page, 1);
  await subjectField(page).fill('显示协议调查');
  await replaceMessage(page, `投个票 ${Date.now()}`);
  await submitButton(page).click();
  await expectSoon(() => problem(page).textContent()).toBe('持续天数需在 1 到 365 之间');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('持续天数').fill('30');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/thread'),
  );
  await submitButton(page).click();
  expect((await asked).postDataJSON().poll).toEqual({
    question: '你用哪一个',
    options: ['X11', 'Wayland', '都用'],
    maxchoices: 2,
    poll_day: 30,
    visible: 0,
    changeable: 1,
  });
  await page.waitForURL(/\/zh\/post\/\d+$/);

  const poll = page.locator('#poll');
  await poll.getByText('你用哪一个').waitFor();
  await poll.getByRole('checkbox', { name: 'X11' }).check();
  await expectSoon(() => poll.textContent()).not.toContain('%');
  await poll.getByRole('checkbox', { name: '都用' }).check();
  await expectSoon(() => poll.getByRole('checkbox', { name: 'Wayland' }).isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await poll.getByRole('button', { name: '投票' }).click();
  await poll.getByText('我的选择').first().waitFor();
  await expectSoon(() => poll.getByText('100%', { exact: true }).count()).toBe(2);
  await page.reload();
  await poll.getByText('我的选择').first().waitFor();
  await expectSoon(() => poll.getByRole('checkbox').count()).toBe(0);

  await poll.getByRole('button', { name: '修改投票' }).click();
  await poll.getByRole('checkbox', { name: 'X11' }).uncheck();
  expect(await accessibilityProblems(page)).toEqual([]);
  await poll.getByRole('button', { name: '投票' }).click();
  await poll.getByRole('button', { name: '修改投票' }).waitFor();
  await expectSoon(() => poll.getByText('100%', { exact: true }).count()).toBe(1);
  await expectSoon(() => poll.getByText('我的选择').count()).toBe(1);
});

test.for([true, false])(
  '[R42] a ballot takes the place of the published poll without moving anything, results shown: %s',
  async (visible, { page }) => {
    const thread = await newPoll(1, visible);
    const places = () =>
      Promise.all(
        [page.locator('#poll'), page.locator('#poll .btn')].map((one) => one.boundingBox()),
      );
    await page.goto(`${site.url}/zh/post/${thread}`);
    const before = await places();
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/zh/post/${thread}`);
    await page.locator('#poll').getByRole('radio').first().waitFor();
    expect(await places()).toEqual(before);
  },
);

test('[R26, R1] each share of a poll is a bar of its length, on both sites', async ({ page }) => {
  const id = await newPoll(1, true);
  for (const root of ['zh', 'phone/zh']) {
    await page.goto(`${site.url}/${root}/post/${id}`);
    const bar = [expect.stringContaining('gradient'), true];
    await expectSoon(() =>
      page
        .locator('.poll i')
        .evaluateAll((all) =>
          all.map((one) => [getComputedStyle(one).backgroundImage, one.clientWidth > 100]),
        ),
    ).toEqual([bar, bar, bar]);
  }
});
