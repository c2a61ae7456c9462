import { sql } from 'drizzle-orm';
import type { Locator } from 'playwright';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { accessibilityProblems, expectSoon, login, PHONES, test } from '../support/browser.ts';
import { type FoundThread, findThread } from '../support/find-thread.ts';
import { appointModerators, MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  chooseInModerateMenu,
  createWriter,
  dialog,
  readActionLog,
  replyArticle,
  uniqueWord,
  waitUntilPublished,
} from '../support/moderation-pages.ts';
import { PEOPLE } from '../support/people.ts';
import { openOnPhone, replyField, replySheet } from '../support/phone-reply-sheet.ts';
import { MEMBER } from '../support/reply-composer.ts';
import { startSite } from '../support/test-site.ts';
import {
  chooseTheme,
  messageTextbox,
  subjectField,
  submitButton,
} from '../support/thread-form-page.ts';
import { findSmallTargets } from '../support/touch-targets.ts';

/* A thread's page and the thread form on phones, for members and moderators. */

const site = await startSite({ env: { CAPTCHA_PROVIDER: 'builtin' } });
const [small, wide] = PHONES;
let long: FoundThread;
beforeAll(async () => {
  await appointModerators(site.db);
  long = await findThread(site.db, sql`not t.closed and t.last_floor > 45`);
  // The first rendered page takes longer than the tests' timeout.
  await fetch(`${site.url}/phone/zh/post/${long.id}`);
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
  await expectSoon(() => joined.locator('[data-act="like"]').getAttribute('aria-pressed')).toBe(
    'true',
  );
  await expectSoon(() =>
    site.db
      .execute(sql`select likes_cnt as n from post where id = ${id}`)
      .then(({ rows }) => rows[0]?.n),
  ).toBe(before + 1);
  const said = `评论 ${Date.now()}`;
  await joined.locator('[data-act="comment"]').tap();
  await joined.getByRole('textbox').fill(said);
  await joined.locator('.comment-form button[type="submit"]').tap();
  await joined.locator('.comments li', { hasText: said }).waitFor();
  await joined.locator('[data-act="quote"]').tap();
  await replyField(page).waitFor();
  await expectSoon(() => replySheet(page).locator('.quoting').textContent()).toContain('25 楼');
});

test('[R25, R26, R34] a member likes and bookmarks a thread, votes, and shares it by the phone’s own sheet', async ({
  open,
}) => {
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
    await expectSoon(() => control.getAttribute('aria-pressed')).toBe(
      was === 'true' ? 'false' : 'true',
    );
  }
  const poll = page.locator('#poll');
  await poll.getByRole('radio', { name: '第2项' }).check();
  await poll.getByRole('button', { name: '投票' }).tap();
  await poll.getByText('我的选择').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', {
      value: async (data: object) =>
        void (document.documentElement.dataset.shared = JSON.stringify(data)),
    }),
  );
  await page.locator('[data-act="share"]').tap();
  await expectSoon(() =>
    page.evaluate(() => document.documentElement.dataset.shared ?? ''),
  ).toContain(`${site.url}/zh/post/${id}`);
  await expectSoon(() => page.getByRole('dialog').count()).toBe(0);
});

test('[R20, R23] a moderator deletes a reply and bans its author', async ({ open }) => {
  const [member, other] = [await createWriter(site, MEMBER), await createWriter(site, OTHER)];
  const id = await member.thread(uniqueWord());
  const [reply, second] = [
    await other.reply(id, uniqueWord()),
    await other.reply(id, uniqueWord()),
  ];
  await waitUntilPublished(site, `/phone/zh/post/${id}`, reply, second);
  const page = await openOnPhone(site, open, small, id, MODERATOR);
  await replyArticle(page, reply).locator('[data-act="moderate"]').waitFor();
  const buttons = page.locator('.acts button:visible');
  await expectSoon(() =>
    buttons.evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44,
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ),
  ).toEqual([]);
  await chooseInModerateMenu(page, `#p${reply}`, '删除');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).tap();
  await dialog(page).getByRole('button', { name: '删除' }).tap();
  await replyArticle(page, reply).getByText('已删除').waitFor();
  expect(await readActionLog(site, 'post.delete')).toEqual([
    { actor: MODERATOR, reason: '请不要发布广告、推广或无意义的内容。' },
  ]);
  // The dialog's history entry is removed later, which would cancel a reload.
  await expectSoon(() =>
    page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0),
  ).toBe(0);
  await page.reload();
  await replyArticle(page, second).locator('[data-act="moderate"]').waitFor();
  await chooseInModerateMenu(page, `#p${second}`, '封禁作者');
  await dialog(page).getByRole('button', { name: '广告或灌水' }).tap();
  await dialog(page).getByRole('button', { name: '封禁作者' }).tap();
  await expectSoon(() =>
    site.db
      .execute(sql`select 1 from ban where user_id = ${OTHER}`)
      .then(({ rows }) => rows.length),
  ).toBe(1);
});

test('[R23, R24] an author edits a reply in place, in a textarea', async ({ open }) => {
  const member = await createWriter(site, MEMBER);
  const id = await member.thread(uniqueWord());
  const reply = await member.reply(id, '改之前');
  await waitUntilPublished(site, `/phone/en/post/${id}`, reply);
  const page = await openOnPhone(site, open, { ...wide, language: 'en' }, id);
  await replyArticle(page, reply).locator('[data-act="more"]').tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  const field = replyArticle(page, reply).locator('textarea');
  await field.waitFor();
  await expectSoon(() => field.inputValue()).toBe('改之前');
  await field.fill('改**之后**');
  await replyArticle(page, reply).getByRole('button', { name: 'Save' }).tap();
  await replyArticle(page, reply).locator('strong', { hasText: '之后' }).waitFor();
});

describe('[R23] the form of a thread', () => {
  test('has a textarea; its Markdown is published as formatted', async ({ open }) => {
    const page = await open(small);
    await login(page, site, MEMBER);
    await page.goto(`${site.url}/phone/zh/new?forum=1`);
    const field = page.locator('.writing .editor textarea:visible');
    await field.waitFor();
    await chooseTheme(page, 1);
    await subjectField(page).fill(`手机上写的 ${uniqueWord()}`);
    await field.fill(`## 小标题\n\n手机上写的正文 ${uniqueWord()}\n\n\`\`\`bash\nls\n\`\`\``);
    await submitButton(page).tap();
    await page.waitForURL(/\/phone\/zh\/post\/\d+$/);
    await expectSoon(() => page.locator('.post .prose h2').textContent()).toBe('小标题');
    await expectSoon(() => page.locator('.post .prose pre').textContent()).toContain('ls');
  });

  test('with an older thread that a textarea can’t hold is the full editor, and nothing of it is lost', async ({
    open,
  }) => {
    const author = await createWriter(site, MEMBER);
    const id = await author.thread(uniqueWord());
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
    await messageTextbox(page).locator('td').waitFor();
    await expectSoon(() => page.locator('.writing .plain').count()).toBe(0);
    await messageTextbox(page).locator('p').last().tap();
    await page.keyboard.press('End');
    await page.keyboard.insertText('又一句');
    await submitButton(page).tap();
    await page.waitForURL(new RegExp(`/phone/zh/post/${id}$`));
    const { rows } = await site.db.execute(
      sql`select p.source from post p join thread t on t.first_post_id = p.id where t.id = ${id}`,
    );
    expect(rows[0]?.source).toBe(source.replace('末尾', '末尾又一句'));
  });
});

test('[R26, R42] however long the words of a comment and of a poll are, all of them is on the screen', async ({
  open,
}) => {
  const word = `https://example.com/${'Donaudampfschifffahrt'.repeat(5)}`;
  const [member, other] = [
    await createWriter(site, MEMBER),
    await createWriter(site, PEOPLE.thirdMember),
  ];
  const id = await member.thread(uniqueWord());
  await site.db.execute(
    sql`
      insert into poll (
        thread_id,
        question,
        max_choices,
        results_visible,
        days,
        expires_at
      )
      values (${id}, ${word}, 1, true, 7, now() + interval '7 days')`,
  );
  await site.db.execute(
    sql`
      insert into poll_option (thread_id, rank, text)
      values (${id}, 1, ${word}), (${id}, 2, '短')`,
  );
  await site.db.execute(sql`update thread set has_poll = true where id = ${id}`);
  // The last comment re-renders the page.
  await other.comment(await other.reply(id, '短'), word);
  await waitUntilPublished(site, `/phone/zh/post/${id}`, word);
  const page = await open(small);
  await login(page, site, MEMBER);
  await page.goto(`${site.url}/phone/zh/post/${id}`);
  await page.locator('#poll').getByRole('radio').first().waitFor();
  const lines = page.locator('.comments .message-text, #poll h2, #poll li');
  await expectSoon(() =>
    lines.evaluateAll((all) =>
      all.flatMap((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().right > innerWidth
          ? [one.outerHTML.slice(0, 120)]
          : [];
      }),
    ),
  ).toEqual([]);
});

test('[R4, R20] on joined pages of a thread a moderator sees withheld posts, and removes more of it', async ({
  open,
}) => {
  const [member, moderator] = [
    await createWriter(site, MEMBER),
    await createWriter(site, MODERATOR),
  ];
  const id = await member.thread(uniqueWord());
  const replies: number[] = [];
  for (let floor = 1; floor <= 24; floor++) replies.push(await member.reply(id, `第 ${floor} 层`));
  const [deleted, hidden, commented, later] = [
    replies[20] as number,
    replies[21] as number,
    replies[22] as number,
    replies[23] as number,
  ];
  const word = uniqueWord();
  const comment = await member.comment(commented, word);
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'delete',
    kind: 'reply',
    ids: [deleted],
    note: '广告',
  });
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'reply',
    ids: [hidden],
    note: '待查',
  });
  await moderator.call('POST', '/api/v2/moderation/actions', {
    action: 'hide',
    kind: 'comment',
    ids: [comment],
    note: '无关',
  });
  await waitUntilPublished(site, `/phone/zh/post/${id}`, 'class="turn ');
  await waitUntilPublished(site, `/phone/zh/post/${id}/2`, later);
  const page = await open(small);
  await login(page, site, MODERATOR);
  await page.goto(`${site.url}/phone/zh/post/${id}`);
  await replyArticle(page, replies[0] as number)
    .locator('[data-act="moderate"]')
    .waitFor();
  await page.locator('.turn').scrollIntoViewIfNeeded();
  await replyArticle(page, deleted).getByText('第 21 层').waitFor();
  await expectSoon(() =>
    replyArticle(page, deleted).locator('.withheld-note').textContent(),
  ).toContain('广告');
  await expectSoon(() =>
    replyArticle(page, hidden).locator('.withheld-text').textContent(),
  ).toContain('第 22 层');
  await expectSoon(() =>
    replyArticle(page, commented).locator('.withheld-note').textContent(),
  ).toContain('无关');
  expect(await findSmallTargets(page, '.withheld-note')).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await chooseInModerateMenu(page, `#p${later}`, '隐藏');
  await dialog(page).getByRole('button', { name: '隐藏' }).tap();
  await replyArticle(page, later).locator('.withheld-note').waitFor();
  await expectSoon(() => replyArticle(page, deleted).locator('.withheld-note').count()).toBe(1);
  await chooseInModerateMenu(page, '.post', '批量选择回复');
  await page.getByRole('checkbox', { name: '选择 23 楼' }).tap();
  await page.getByText('已选 1 项').waitFor();
});

test('[R20, R42] a moderator’s actions on a reply fit one line on the smallest phone in English, and so does the head of the bar for several', async ({
  open,
}) => {
  const member = await createWriter(site, MEMBER);
  const id = await member.thread(uniqueWord());
  const reply = await member.reply(id, '一条回复');
  await waitUntilPublished(site, `/phone/en/post/${id}`, reply);
  const page = await open({ ...small, language: 'en' });
  await login(page, site, MODERATOR);
  await page.goto(`${site.url}/phone/en/post/${id}`);
  const acts = replyArticle(page, reply).locator('.acts');
  await acts.locator('[data-act="moderate"]').waitFor();
  const lines = (within: Locator, of: string) =>
    within
      .locator(of)
      .evaluateAll(
        (all) =>
          new Set(
            all.map((one) =>
              Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2),
            ),
          ).size,
      );
  expect(await lines(acts, 'button')).toBe(1);
  expect(await findSmallTargets(page, '.acts')).toEqual([]);
  await chooseInModerateMenu(page, '.post', 'Select replies');
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.waitFor();
  expect(await lines(bar, ':scope > :not(.acts-at-once)')).toBe(1);
});
