import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  login,
  test,
} from '../support/browser.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;

const rows = (page: Page) => page.locator('.rows > .row');
const kept = async (kind: 'thread' | 'forum') =>
  (
    await site.db.execute(
      sql.raw(
        `select ${kind}_id as id from ${kind}_favourite where user_id = ${MEMBER} order by id desc`,
      ),
    )
  ).rows.map((row) => row.id as number);
const one = async <Row>(query: ReturnType<typeof sql>): Promise<Row> =>
  (await site.db.execute(query)).rows[0] as Row;
let newcomer: number;

beforeAll(async () => {
  ({ id: newcomer } = await one<{ id: number }>(
    sql`
      insert into "user" (username, nickname, group_id)
      values ('nobody-yet', '还没写过', 10)
      returning id`,
  ));
  await site.db.execute(
    sql`
      insert into forum_favourite (user_id, forum_id)
      select ${MEMBER}, id
      from forum
      where access = 'public'
      order by id
      limit 2
      on conflict do nothing`,
  );
  await site.db.execute(
    sql`
      insert into thread_favourite (user_id, thread_id)
      select ${MEMBER}, id
      from thread
      where state = 'normal' and checked
      order by id
      limit 25
      on conflict do nothing`,
  );
});

test('[R25] a favourite thread is taken out, put back, also before that is settled, and is gone for good when it isn’t; one whose removal fails stays, with a tip', async ({
  page,
  complaints,
}) => {
  await login(page, site, MEMBER);
  await page.route('**/api/v1/thread/favorite', (route) =>
    route.fulfill({ status: 404, json: { code: 404, msg: '', err_code: 'notFound' } }),
  );
  await page.goto(`${site.url}/zh/me/favourites`);
  await page.locator('.remove').first().click();
  await page.locator('.toast.bad').waitFor();
  await expectSoon(() => page.locator('.removed').count()).toBe(0);
  await expectConsoleMessages(complaints, /status of 404 .*\/api\/v1\/thread\/favorite/);
  await page.unroute('**/api/v1/thread/favorite');

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/thread/favorite', async (route) => {
    await promise;
    await route.continue();
  });
  const before = await kept('thread');
  await page.locator('.remove').first().click();
  await page.locator('.removed').getByRole('button', { name: '撤销' }).click();
  resolve();
  await page.locator('.removed').waitFor({ state: 'detached' });
  await expectSoon(async () => (await kept('thread')).length).toBe(before.length);
  await page.unroute('**/api/v1/thread/favorite');

  const first = Number(
    /\d+$/.exec((await rows(page).first().locator('.subject').getAttribute('href')) ?? '')?.[0],
  );
  const subject = (await rows(page).first().locator('.subject').textContent()) as string;
  const removal = page.getByRole('button', { name: `取消收藏“${subject}”`, exact: true });
  await removal.press('Enter');
  await page.getByText(`已取消收藏“${subject}”`).waitFor();
  await expectSoon(async () => (await kept('thread')).includes(first)).toBe(false);
  // The focus moves to the back link.
  await expectSoon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('撤销');
  await page.keyboard.press('Enter');
  await removal.waitFor();
  await expectSoon(async () => (await kept('thread')).includes(first)).toBe(true);
  await removal.click();
  await expectSoon(async () => (await kept('thread')).includes(first)).toBe(false);
  await page.reload();
  await rows(page).first().waitFor();
  await expectSoon(() => page.getByRole('link', { name: subject, exact: true }).count()).toBe(0);
});

test('[R4, R25] forums have a list of their own; going back works for pages and lists', async ({
  page,
}) => {
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/me/favourites`);
  await rows(page).first().waitFor();
  const first = await rows(page).first().textContent();
  await page.getByRole('link', { name: '第 2 页' }).click();
  await expectSoon(() => rows(page).first().textContent()).not.toBe(first);
  await page.getByRole('navigation', { name: '收藏' }).getByRole('link', { name: '版块' }).click();
  const { length } = await kept('forum');
  await expectSoon(() => rows(page).count()).toBe(length);
  expect(new URL(page.url()).search).toBe('?tab=forums');
  await rows(page).first().getByRole('button').click();
  await page.locator('.removed').getByRole('button', { name: '撤销' }).click();
  await expectSoon(() => rows(page).count()).toBe(length);
  await page.goBack();
  await page.goBack();
  await expectSoon(() => rows(page).first().textContent()).toBe(first);
});

test('[R35] a member’s own threads say why others don’t see them, and aren’t links then; a period narrows the list, and an empty one offers all', async ({
  page,
}) => {
  const ids = (
    await site.db.execute(
      sql`
        select id, subject
        from thread
        where user_id = ${MEMBER} and state = 'normal' and checked
        order by id desc
        limit 3`,
    )
  ).rows as { id: number; subject: string }[];
  const [deleted, hidden, held] = ids as [
    { id: number; subject: string },
    { id: number; subject: string },
    { id: number; subject: string },
  ];
  await site.db.execute(
    sql`update thread set state = 'deleted', deleted_at = now() where id = ${deleted.id}`,
  );
  await site.db.execute(sql`update thread set state = 'hidden' where id = ${hidden.id}`);
  await site.db.execute(sql`update thread set checked = false where id = ${held.id}`);
  await site.db.execute(
    sql`update thread set created_at = created_at - interval '2 years' where user_id = ${MEMBER}`,
  );
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/me/threads`);
  for (const [{ subject }, why] of [
    [deleted, '已删除'],
    [hidden, '已被版主隐藏'],
    [held, '等待审核'],
  ] as const) {
    const row = rows(page).filter({ hasText: subject });
    await row.getByText(why).waitFor();
    await expectSoon(async () => [why, await row.locator('a.subject').count()]).toEqual([why, 0]);
  }
  const published = await page.request.get(
    `${site.url}/api/v1/user/thread?user_id=${MEMBER}&limit=100&withheld=1`,
  );
  expect(
    ((await published.json()) as { data: { id: number }[] }).data
      .map(({ id }) => id)
      .filter((id) => ids.some((one) => one.id === id)),
  ).toEqual([deleted.id, hidden.id, held.id]);
  const others = (await (
    await fetch(`${site.url}/api/v1/user/thread?user_id=${MEMBER}&limit=100&withheld=1`)
  ).json()) as { data: { id: number }[] };
  expect(others.data.filter(({ id }) => ids.some((one) => one.id === id))).toEqual([]);

  await page.getByRole('combobox', { name: '时间范围' }).selectOption({ label: '一周内' });
  await page.getByRole('heading', { name: '这段时间里没有内容' }).waitFor();
  expect(new URL(page.url()).search).toBe('?time=week');
  await page.getByRole('link', { name: '查看全部时间' }).click();
  await rows(page).first().waitFor();
});

test('[R35] a member’s own replies lead to their floors, and are marked as deleted or pending', async ({
  page,
}) => {
  const replies = (
    await site.db.execute(sql`
      select p.id, p.floor, p.thread_id as "threadId"
      from post p
      join thread t on t.id = p.thread_id and t.state = 'normal' and t.checked
      join forum f on f.id = t.forum_id and f.access = 'public'
      where p.user_id = ${MEMBER} and p.floor > 0 and p.state = 'normal' and p.checked
      order by p.id desc
      limit 3`)
  ).rows as { id: number; floor: number; threadId: number }[];
  await site.db.execute(
    sql`update post set state = 'deleted', deleted_at = now() where id = ${replies[0]?.id}`,
  );
  await site.db.execute(sql`update post set checked = false where id = ${replies[1]?.id}`);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/zh/me/replies`);
  const items = page.locator('.replied > li');
  await items.first().getByText('已删除').waitFor();
  await items.nth(1).getByText('等待审核').waitFor();
  const third = items.nth(2);
  await expectSoon(() => third.getByText(`${replies[2]?.floor} 楼`).count()).toBe(1);
  await third.getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/zh/post/${replies[2]?.threadId}(/\\d+)?#p${replies[2]?.id}$`));
  await page.locator(`#p${replies[2]?.id}`).waitFor();
});

const LOOKS = [
  ['light', 1440],
  ['dark', 1000],
] as const;

test.for([
  ['full', 'zh'],
  ['empty', 'en'],
] as const)(
  '[R42] lists of one’s own meet no barrier when they are %s: %s, light and wide, dark and narrow',
  async ([how, language], { open }) => {
    const page = await open({ language, reducedMotion: 'reduce' });
    await login(page, site, how === 'full' ? MEMBER : newcomer);
    for (const [room, filled] of [
      ['favourites', '.row'],
      ['favourites?tab=forums', '.row .drawn'],
      ['threads', '.row'],
      ['replies', '.replied'],
    ] as const) {
      await page.goto(`${site.url}/${language}/me/${room}`);
      await page
        .locator(how === 'full' ? filled : '.state')
        .first()
        .waitFor();
      for (const [colorScheme, width] of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityProblems(page), `${room}, ${colorScheme}`).toEqual([]);
      }
    }
  },
);

test('[R42] lists of one’s own meet no barrier while they load or when they failed', async ({
  open,
  complaints,
}) => {
  const page = await open({ language: 'en', colorScheme: 'dark', reducedMotion: 'reduce' });
  await login(page, site, newcomer);
  const failure = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/**', async (route) => {
    await failure.promise;
    await route.fulfill({ status: 500, json: { code: 500, msg: '', err_code: 'internal' } });
  });
  await page.goto(`${site.url}/en/me/replies`);
  await page.locator('.filters').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  failure.resolve();
  await page.getByRole('alert').waitFor();
  await expectConsoleMessages(
    complaints,
    /status of 500 .*\/api\/v1\/user\/(?:post|events|msg\/count)/,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
});
