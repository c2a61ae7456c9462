import { sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { accessibilityProblems, login, test } from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

/* Polls on the page of a thread (R26). */

const site = await startSite();
const MEMBER = PEOPLE.member;

let single: number;
let several: number;

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

beforeAll(async () => {
  single = await newPoll(1, true);
  several = await newPoll(2, false);
});

const address = (thread: number, lang = 'zh') => `${site.url}/${lang}/post/${thread}`;

test('[R26] a member votes, sees the shares and the own choice, and finds them again', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(address(single));
  const poll = page.locator('#poll');
  await poll.getByRole('radio', { name: '第2项' }).check();
  await poll.getByRole('button', { name: '投票' }).click();
  await poll.getByText('我选的').waitFor();
  expect(await poll.locator('li').allTextContents()).toEqual([
    expect.stringContaining('0%'),
    expect.stringMatching(/第2项.*我选的.*1 票.*100%/),
    expect.stringContaining('0%'),
  ]);
  await page.reload();
  await poll.getByText('我选的').waitFor();
  expect(await poll.getByRole('radio').count()).toBe(0);
});

test('[R26] no more is chosen than may be, and results that are for later stay hidden until the vote', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(address(several));
  const poll = page.locator('#poll');
  await poll.getByRole('checkbox', { name: '第1项' }).waitFor();
  expect(await poll.textContent()).not.toContain('%');
  await poll.getByRole('button', { name: '投票' }).click();
  expect(await poll.getByRole('alert').textContent()).toBe('请先选一项');
  await poll.getByRole('checkbox', { name: '第1项' }).check();
  await poll.getByRole('checkbox', { name: '第3项' }).check();
  expect(await poll.getByRole('checkbox', { name: '第2项' }).isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await poll.getByRole('button', { name: '投票' }).click();
  await poll.getByText('我选的').first().waitFor();
  expect(await poll.getByText('50%').count()).toBe(2);
});

test('[R26] a vote that came too late says so, and shows how it ended', async ({ page }) => {
  const thread = await newPoll(1, true);
  await login(page, site, MEMBER);
  await page.goto(address(thread));
  const poll = page.locator('#poll');
  await poll.getByRole('radio', { name: '第1项' }).check();
  await site.db.execute(
    sql`update poll set expires_at = now() - interval '1 second' where thread_id = ${thread}`,
  );
  await poll.getByRole('button', { name: '投票' }).click();
  await page.locator('.toast').waitFor();
  await poll.getByText('已截止').waitFor();
  expect(await poll.getByRole('radio').count()).toBe(0);
});

test('[R18, R26] a visitor who wants to vote is told to log in', async ({ page }) => {
  await page.goto(address(single, 'zh'));
  await page.locator('#poll [data-act="vote"]').click();
  await page.locator('.toast').getByRole('link', { name: '登录' }).waitFor();
});

test.for([true, false])(
  '[R42] a ballot takes the place of the published poll without moving anything, results shown: %s',
  async (visible, { page }) => {
    const thread = await newPoll(1, visible);
    const places = () =>
      Promise.all(
        [page.locator('#poll'), page.locator('#poll .btn')].map((one) => one.boundingBox()),
      );
    await page.goto(address(thread));
    const before = await places();
    await login(page, site, MEMBER);
    await page.goto(address(thread));
    await page.locator('#poll').getByRole('radio').first().waitFor();
    expect(await places()).toEqual(before);
  },
);
