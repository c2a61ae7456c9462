import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { accessibilityProblems, login, PHONES, soon, test } from '../support/browser.ts';
import { MEMBER, openThread } from '../support/composing.ts';
import { appoint, MODERATOR, OTHER } from '../support/moderating.ts';
import { choose, dialog, logged, mark, published, replyOf, writer } from '../support/moderators.ts';
import { openOnPhone, replyField, replySheet } from '../support/reply-sheet.ts';
import { startSite } from '../support/server.ts';
import { type ThreadFound, threadWhere } from '../support/threads.ts';
import { chooseTheme, message, subject, submit } from '../support/writing.ts';

/*
 * What members and moderators do on the page of a thread and with the form of one, on phones; the
 * sheet for replies has tests of its own.
 */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });
const [small, wide] = PHONES;
let thread: ThreadFound;
let long: ThreadFound;
beforeAll(async () => {
  await appoint(site.db);
  thread = await openThread(site);
  long = await threadWhere(site.db, sql`not t.closed and t.last_floor > 45`);
  // the first page that a server renders takes longer than browsers are waited for
  await fetch(`${site.url}/phone/zh/post/${thread.id}`);
});
beforeEach(async () => {
  for (const table of ['draft', 'rate_limit'])
    await site.db.execute(sql.raw(`delete from ${table}`));
});

test('[R4, R25] a reply that joined by scrolling is liked, commented on and quoted', async ({
  open,
}) => {
  const page = await openOnPhone(site, open, wide, long.id);
  await page.locator('.turn').scrollIntoViewIfNeeded();
  const joined = page.locator('.reply:has(#f25)');
  await joined.waitFor();
  const id = Number(await joined.getAttribute('data-id'));
  const before = Number(await joined.getAttribute('data-likes'));
  await joined.locator('[data-act="like"]').tap();
  await soon(() => joined.locator('[data-act="like"]').getAttribute('aria-pressed')).toBe('true');
  await soon(() =>
    site.db
      .execute(sql`select likes_cnt as n from post where id = ${id}`)
      .then(({ rows }) => rows[0]?.n),
  ).toBe(before + 1);
  const said = `评论 ${Date.now()}`;
  await joined.locator('[data-act="comment"]').tap();
  await joined.getByRole('textbox').fill(said);
  expect(await accessibilityProblems(page)).toEqual([]);
  await joined.locator('.comment-form button[type="submit"]').tap();
  await joined.locator('.comments li', { hasText: said }).waitFor();
  await joined.locator('[data-act="quote"]').tap();
  await replyField(page).waitFor();
  await soon(() => replySheet(page).locator('.quoting').textContent()).toContain('25 楼');
});

test('[R25, R26] a member likes and keeps a thread, and votes', async ({ open }) => {
  const { rows } = await site.db.execute(sql`
    with chosen as (
      select id
      from thread t
      where not has_poll
        and not closed
        and state = 'normal'
        and checked
        and forum_id = 1
        and replies_cnt > 0
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
        1,
        true,
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
  const id = rows[0]?.id as number;
  const page = await openOnPhone(site, open, small, id);
  for (const act of ['like', 'favourite']) {
    const control = page.locator(`.post > .acts [data-act="${act}"]`);
    const was = await control.getAttribute('aria-pressed');
    await control.tap();
    await soon(() => control.getAttribute('aria-pressed')).toBe(was === 'true' ? 'false' : 'true');
  }
  const poll = page.locator('#poll');
  await poll.getByRole('radio', { name: '第2项' }).check();
  await poll.getByRole('button', { name: '投票' }).tap();
  await poll.getByText('我选的').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('[R34] sharing opens the phone’s own sheet', async ({ open }) => {
  const page = await openOnPhone(site, open, small, thread.id);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', {
      value: async (data: object) =>
        void (document.documentElement.dataset.shared = JSON.stringify(data)),
    }),
  );
  await page.locator('[data-act="share"]').tap();
  await soon(() => page.evaluate(() => document.documentElement.dataset.shared ?? '')).toContain(
    `${site.url}/zh/post/${thread.id}`,
  );
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('[R20, R23] a moderator deletes a reply and bans its author', async ({ open }) => {
  const [member, other] = [await writer(site, MEMBER), await writer(site, OTHER)];
  const id = await member.thread(mark());
  const word = mark();
  const reply = await other.reply(id, word);
  await published(site, `/phone/zh/post/${id}`, reply);
  const page = await openOnPhone(site, open, small, id, MODERATOR);
  await replyOf(page, reply).locator('[data-act="moderate"]').waitFor();
  const low = await page
    .locator('.acts button:visible')
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44,
        )
        .map((one) => one.outerHTML.slice(0, 120)),
    );
  expect(low).toEqual([]);
  await choose(page, `#p${reply}`, '删除');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).tap();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '删除' }).tap();
  await replyOf(page, reply).getByText('已删除').waitFor();
  expect(await logged(site, 'post.delete')).toEqual([{ actor: MODERATOR, reason: '广告或灌水' }]);
  const second = await other.reply(id, mark());
  await published(site, `/phone/zh/post/${id}`, second);
  // The dialog's entry leaves the history a moment after it, which would end a reload.
  await soon(() =>
    page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0),
  ).toBe(0);
  await page.reload();
  await replyOf(page, second).locator('[data-act="moderate"]').waitFor();
  await choose(page, `#p${second}`, '封禁作者');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).tap();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await dialog(page).getByRole('button', { name: '封禁作者' }).tap();
  await soon(() =>
    site.db
      .execute(sql`select 1 from ban where user_id = ${OTHER}`)
      .then(({ rows }) => rows.length),
  ).toBe(1);
});

test('[R23, R24] an author changes a reply where it stands, in a textarea; its menu and the fields reach from edge to edge', async ({
  open,
}) => {
  const member = await writer(site, MEMBER);
  const id = await member.thread(mark());
  const reply = await member.reply(id, '改之前');
  await published(site, `/phone/en/post/${id}`, reply);
  const page = await openOnPhone(site, open, { ...wide, language: 'en' }, id);
  await replyOf(page, reply).locator('[data-act="own"]').tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  const field = replyOf(page, reply).locator('textarea');
  await field.waitFor();
  expect(await field.inputValue()).toBe('改之前');
  await field.fill('改**之后**');
  expect(await accessibilityProblems(page)).toEqual([]);
  await replyOf(page, reply).getByRole('button', { name: 'Save' }).tap();
  await replyOf(page, reply).locator('strong', { hasText: '之后' }).waitFor();
});

describe('[R23] the form of a thread', () => {
  test('has a textarea; what is typed is published as Markdown says', async ({ open }) => {
    const page = await open(small);
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/phone/zh/new?forum=1`);
    const field = page.locator('.writing textarea');
    await field.waitFor();
    await chooseTheme(page, 1);
    await subject(page).fill(`手机上写的 ${mark()}`);
    await field.fill(`## 小标题\n\n手机上写的正文 ${mark()}\n\n\`\`\`bash\nls\n\`\`\``);
    expect(await accessibilityProblems(page)).toEqual([]);
    await submit(page).tap();
    await page.waitForURL(/\/phone\/zh\/post\/\d+$/);
    expect(await page.locator('.post .prose h2').textContent()).toBe('小标题');
    expect(await page.locator('.post .prose pre').textContent()).toContain('ls');
  });

  test('with an older thread that a textarea can’t hold is the full editor, and nothing of it is lost', async ({
    open,
  }) => {
    const author = await writer(site, MEMBER);
    const id = await author.thread(mark());
    const source =
      '<div data-vditor_version="3.8.4"><table><thead><tr><th align="center">名</th></tr></thead><tbody><tr><td>值</td></tr></tbody></table><p>末尾</p></div>';
    await site.db.execute(
      sql`
        update post
        set source = ${source}
        from thread t
        where t.first_post_id = post.id and t.id = ${id}`,
    );
    const page = await open(wide);
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/phone/zh/edit?id=${id}`);
    await message(page).locator('td').waitFor();
    expect(await page.locator('.writing .plain').count()).toBe(0);
    await message(page).locator('p').last().tap();
    await page.keyboard.press('End');
    await page.keyboard.insertText('又一句');
    await submit(page).tap();
    await page.waitForURL(new RegExp(`/phone/zh/post/${id}$`));
    const { rows } = await site.db.execute(
      sql`select p.source from post p join thread t on t.first_post_id = p.id where t.id = ${id}`,
    );
    expect(rows[0]?.source).toBe(source.replace('末尾', '末尾又一句'));
  });
});
