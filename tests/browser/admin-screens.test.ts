import type { Page } from 'playwright';
import { expect } from 'vitest';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { followAdminLink, openAdmin } from '../support/admin-session.ts';
import { accessibilityProblems, expectSoon, test } from '../support/browser.ts';
import { thread } from '../support/factories.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();

/** Adds a host to the allowed frames; the form describes the effect on existing content. */
async function saveFrame(page: Page): Promise<void> {
  const form = page.locator('form.entry');
  await form.getByText('保存后会按新名单重新检查已有的帖子、评论和私信。').waitFor();
  await expectSoon(() => form.locator('footer.save').innerText()).not.toMatch(/页面/);
  await form.getByRole('button', { name: '添加网站' }).click();
  await form.getByRole('textbox').last().fill('player-zh.example.com');
  await form.getByRole('button', { name: '保存' }).click();
  const toast = page.locator('.toast').filter({ has: page.getByText('已保存', { exact: true }) });
  await toast.getByRole('button').click();
}

test('[R13, R31, R34] the form of allowed frames describes the effect of saving on existing posts, and counts no pages; words that are saved as synonyms count in the next search; a notice appears on the home page, and its form says how many pages it changed', async ({
  page,
}) => {
  await fetch(`${site.url}/zh`);
  await openAdmin(page, site, '/content/iframe_allow');
  await saveFrame(page);

  const { status } = await fetch(`${site.url}/api/v2/public/search/thread?keyword=zqsynonym`);
  expect(status).toBe(200);
  await followAdminLink(page, '/content/search_words');
  const form = page.locator('form.entry');
  await form.getByLabel('同义词').fill('zqsynonym，内核');
  await expectSoon(() => form.locator('footer.save').innerText()).not.toMatch(/页面/);
  await form.getByRole('button', { name: '保存' }).click();
  await page.locator('.toast').getByText('已保存').waitFor();
  await expectSoon(async () =>
    (await fetch(`${site.url}/api/v2/public/search/thread?keyword=zqsynonym`)).text(),
  ).toContain('<em>内核</em>');

  await followAdminLink(page, '/content/notify');
  await page.getByLabel('中文公告').fill('今晚十点维护');
  await page.getByRole('region', { name: '预览' }).getByText('今晚十点维护').waitFor();
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText(/已保存，将重新发布 \d+ 个页面/).waitFor();
  await expectSoon(async () => (await fetch(`${site.url}/zh`)).text()).toContain('今晚十点维护');
});

test('[R13, R14] words are added, tried, chosen and turned off, and the table retains its state; a page is published again and a sample is checked, as jobs that are watched; a page that a check found names its fault', async ({
  open,
}) => {
  const page = await open({ language: 'en' });
  await openAdmin(page, site, '/words');
  await page.getByRole('button', { name: 'Add words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add sensitive words' });
  await dialog.getByRole('button', { name: 'Add words' }).click();
  await dialog.getByText('Required').waitFor();
  await dialog.getByLabel('Words, one per line').fill('apple pie\nbanana split');
  await dialog.getByRole('button', { name: 'Add words' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Text to test').fill('An A.p.p.l.e  P-i-e for you');
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Would be blocked').waitFor();
  await page.getByRole('button', { name: 'Word', exact: true }).click();
  await page.waitForURL(/sort=word/);
  await page.getByRole('checkbox', { name: 'Select apple pie' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Turn off' }).click();
  await expectSoon(() => page.getByRole('row', { name: /apple pie/ }).textContent()).toContain(
    'Off',
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${site.url}/bbs-admin/words`);
  await page.waitForURL(/sort=word/);

  await followAdminLink(page, '/publishing');
  await page.getByLabel('Page path or thread number').fill('/etc/passwd');
  await page.getByRole('button', { name: 'Republish', exact: true }).click();
  await page.getByText('Enter a path starting with /zh or /en').waitFor();
  await page.getByLabel('Page path or thread number').fill('/zh/forums');
  await page.getByRole('button', { name: 'Republish', exact: true }).click();
  await page.getByRole('link', { name: 'See results' }).click({ timeout: 30_000 });
  await page.getByText('Nothing found').waitFor();

  const { rows } = await site.db.$client.query<{ id: number }>(
    `
      insert into job (kind, state, found, actor_id, finished_at)
      values ('check', 'done', 3, 10000, now())
      returning id`,
  );
  await site.db.$client.query(
    `
      insert into job_item (job_id, n, detail)
      values
        ($1, 1, '{"path": "/zh/forums"}'),
        ($1, 2, '{"path": "/zh/forum/1", "status": 500}'),
        ($1, 3, '{"path": "/zh/left.xml", "kind": "unrecorded"}')`,
    [rows[0]?.id],
  );
  await followAdminLink(page, `/jobs/${rows[0]?.id}`);
  await page.getByRole('row', { name: '/zh/forums Differs from the database' }).waitFor();
  await page.getByRole('row', { name: '/zh/forum/1 Status 500' }).waitFor();
  await page.getByRole('row', { name: '/zh/left.xml File without a record; removed' }).waitFor();
});

test('[R14, R22] a dry run lists the posts that words would catch; a forum is moved by the keyboard, and everybody’s list follows', async ({
  page,
}) => {
  await site.db.$client.query(
    `
      insert into sensitive_word (word, normalized, action, created_by)
      values ('输入法', '输入法', 'review', 10000)
      on conflict do nothing`,
  );
  await openAdmin(page, site, '/words');
  await page.getByRole('button', { name: '开始试运行' }).click();
  await page.getByRole('link', { name: '查看结果' }).click({ timeout: 30_000 });
  await page
    .getByRole('row', { name: /输入法/ })
    .first()
    .waitFor();

  const order = async () =>
    (
      (await (await fetch(`${site.url}/api/v1/forum`)).json()) as { forum: { id: number }[] }[]
    )[0]?.forum.map(({ id }) => id);
  const before = await order();
  await followAdminLink(page, '/forums');
  await page.locator('.sections > li').first().locator('ol .grip').first().focus();
  await page.keyboard.press('ArrowDown');
  await expectSoon(order).toEqual([before?.[1], before?.[0], ...(before?.slice(2) ?? [])]);
});

test('[R22] a forum is dragged below another one, and everybody’s list follows; the singular is used for one moderator', async ({
  open,
}) => {
  const page = await open({ language: 'en' });
  await openAdmin(page, site, '/forums');
  const forums = page.locator('.sections > li').first().locator('ol > li');
  await page
    .getByText(/ · 1 moderator$/)
    .first()
    .waitFor();
  const order = async () =>
    (
      await site.db.$client.query<{ id: number }>(
        'select id from forum where section_id = (select id from section order by rank, id limit 1) order by rank, id',
      )
    ).rows.map((row) => row.id);
  const [first, second, ...rest] = await order();
  await forums.nth(0).locator('.grip').dragTo(forums.nth(1));
  await expectSoon(order).toEqual([second, first, ...rest]);
});

test('[R13, R39] failing pages are listed with the reason and the next attempt, and the obstacle to writing pages', async ({
  open,
}) => {
  await site.db.$client.query(`
    insert into publish_failure (path, message, times, next_at)
    values
      ('/zh/post/4', 'column u.nickname does not exist', 3, now() + interval '1 hour'),
      (
        '/phone/en/forum/1',
        'the renderer ended: Worker terminated due to reaching memory limit',
        1,
        now() + interval '1 hour'
      )`);
  await site.db.$client.query(
    `
      insert into site_state (name, value)
      values ('publishing.storage', '{"error": "ENOSPC: no space left on device, write"}')`,
  );
  const page = await open({ language: 'en' });
  await openAdmin(page, site, '/words');
  const bar = page.getByRole('banner').getByRole('status');
  await bar.getByRole('link', { name: 'Pages can’t be written' }).click();
  await page.waitForURL(`${site.url}/bbs-admin/publishing`);
  await page.getByRole('row', { name: /Pages can’t be written .*Failed ENOSPC/ }).waitFor();
  await page.getByRole('row', { name: /^Failed pages 2 .*Failed/ }).waitFor();
  await page
    .getByRole('row', {
      name: /^\/zh\/post\/4 column u\.nickname does not exist 3 just now \d+ \w+ 20\d\d \d\d:\d\d$/,
    })
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await site.db.$client.query(
    `
      with failures as (
        delete from publish_failure
      )
      delete from site_state
      where name = 'publishing.storage'`,
  );
  await page.reload();
  await bar.getByText('All services up').waitFor();
  // An invalidation that no publisher takes, as when none runs.
  await site.db.$client.query(`alter table invalidation drop constraint invalidation_urgency`);
  await site.db.$client.query(
    `
      insert into invalidation (tag, urgency, created_at)
      values ('none:1', 9, now() - interval '1 hour')`,
  );
  await page.reload();
  await bar.getByRole('link', { name: 'Publishing has stalled' }).waitFor();
  await site.db.$client.query(`delete from invalidation where tag = 'none:1'`);
});

test.for([
  ['zh', '查找用户、主题或设置', '主题 · 已隐藏'],
  ['en', 'Find a user, thread or setting', 'Thread · Hidden'],
] as const)(
  '[R23, R34, R42] an administrator finds a thread by words of it, by keyboard, and a hidden one on the screen that shows it: %s',
  async ([language, label, hidden], { open }) => {
    const shown = await thread(site.db, { subject: `墨线 zqfind${language} 一` });
    const away = await thread(site.db, { subject: `墨线 zqaway${language}` });
    await site.db.$client.query(`update thread set state = 'hidden' where id = ${away.id}`);
    await indexAllChanges(site.db);
    const page = await open({ language });
    await openAdmin(page, site, '');
    const field = page.getByRole('combobox', { name: label });
    await field.fill(`zqaway${language} 墨`);
    const option = page.getByRole('option', { name: `墨线 zqaway${language}` });
    await option.getByText(hidden).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await field.press('Enter');
    await page.waitForURL(/\/threads\?/);
    await page
      .getByRole('row')
      .filter({ hasText: `zqaway${language}` })
      .waitFor();
    await field.fill(`zqfind${language.slice(0, 1)}`);
    await page.getByRole('option', { name: `zqfind${language}` }).waitFor();
    await field.press('Enter');
    await page.waitForURL(new RegExp(`/${language}/post/${shown.id}$`));
  },
);
