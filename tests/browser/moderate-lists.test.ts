import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  expectConsoleMessages,
  expectSoon,
  test,
} from '../support/browser.ts';
import { ADMIN, MODERATOR, OTHER } from '../support/moderation-api.ts';
import {
  chooseInModerateMenu,
  dialog,
  moderationWorld,
  openAs,
  readActionLog,
  readNotifications,
  toast,
  uniqueWord,
} from '../support/moderation-pages.ts';
import { pageText } from '../support/test-site.ts';

/* Actions on several threads of a forum (R22), and on users: warnings and bans (R29). */

const { site, member, other } = await moderationWorld();

/** Waits until the forum's list names these threads, in both languages. */
const listed = (words: readonly string[]) =>
  expectSoon(async () => {
    const pages = await Promise.all(
      ['zh', 'en'].map(async (lang) => (await fetch(`${site.url}/${lang}/forum/1/newest`)).text()),
    );
    return pages.every((page) => words.every((word) => page.includes(word)));
  }).toBe(true);

test('[R22, R23, R42] a moderator chooses threads of a forum’s list, all or some, hides them together, sees them listed for moderators, and undoes that; partial refusals are named, the rest is done; readers have no boxes, and an administrator moves threads to another forum', async ({
  page,
  open,
  complaints,
}) => {
  const words = [uniqueWord(), uniqueWord(), uniqueWord()] as const;
  const threads: number[] = [];
  for (const word of words) threads.push(await member.thread(word));
  await listed(words);
  await openAs(page, site, MODERATOR, '/zh/forum/1/newest');
  await page.getByRole('button', { name: '管理' }).click();
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  const rows = await page.locator('.forum .row').count();
  await page.getByText(`已选 ${rows} 项`).waitFor();
  await page
    .getByRole('checkbox', { name: /^选择主题/ })
    .first()
    .uncheck();
  await expectSoon(() =>
    page
      .getByRole('checkbox', { name: '全选本页' })
      .evaluate((box: HTMLInputElement) => box.indeterminate),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await expectSoon(() => page.getByRole('checkbox').count()).toBe(0);

  const bar = page.getByRole('region', { name: '批量操作' });
  const box = (word: string) => page.getByRole('checkbox', { name: `选择主题：${word}主题` });
  await page.getByRole('button', { name: '管理' }).click();
  await expectSoon(() =>
    bar.getByRole('button', { name: '隐藏' }).getAttribute('aria-disabled'),
  ).toBe('true');
  await box(words[2]).check();
  await box(words[0]).click({ modifiers: ['Shift'] });
  await page.getByText('已选 3 项').waitFor();
  await box(words[1]).uncheck();
  await page.getByText('已选 2 项').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await bar.getByRole('button', { name: '隐藏' }).click();
  await dialog(page).getByRole('button', { name: '广告或灌水' }).click();
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: '隐藏' }).click(),
  ]);
  await toast(page).getByText('已隐藏 2 项').waitFor();
  await expectSoon(() => page.locator('.rows').textContent()).not.toContain(words[0]);
  await expectSoon(() => page.locator('.rows').textContent()).toContain(words[1]);
  expect(await readActionLog(site, 'thread.hide')).toEqual([
    { actor: MODERATOR, reason: '请不要发布广告、推广或无意义的内容。' },
  ]);
  await page.getByRole('button', { name: '管理' }).click();
  const withheld = page.getByRole('region', { name: '未公开的主题' });
  await withheld.getByRole('link', { name: `${words[0]}主题` }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const reader = await open();
  await openAs(reader, site, OTHER, '/zh/forum/1/newest');
  await expectSoon(() => reader.locator('main').textContent()).not.toContain(words[0]);
  await expectSoon(() => reader.getByRole('checkbox').count()).toBe(0);
  await Promise.all([
    page.waitForEvent('load'),
    toast(page).getByRole('button', { name: '撤销' }).click(),
  ]);
  await expectSoon(() => page.locator('.rows').textContent()).toContain(words[0]);

  await page.getByRole('button', { name: '管理' }).click();
  const [, one, two] = threads;
  await box(words[1]).check();
  await box(words[2]).check();
  await site.db.execute(sql`update thread set forum_id = 2 where id = ${two}`);
  await bar.getByRole('button', { name: '锁定', exact: true }).click();
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: '锁定', exact: true }).click(),
  ]);
  const said = toast(page).getByText('完成 1 项，1 项失败');
  await said.waitFor();
  await expectSoon(() => said.textContent()).toContain(`${words[2]}主题`);
  expect(
    (
      await site.db.execute(
        sql`select id, closed from thread where id in (${one}, ${two}) order by id`,
      )
    ).rows,
  ).toEqual([
    { id: one, closed: true },
    { id: two, closed: false },
  ]);
  await expectConsoleMessages(complaints, /status of 403 .*\/api\/v2\/moderation\/actions/);

  await openAs(page, site, ADMIN, '/en/forum/1/newest');
  await page.getByRole('button', { name: 'Moderate' }).click();
  await page.getByRole('checkbox', { name: `Select thread: ${words[1]}主题` }).check();
  await page
    .getByRole('region', { name: 'Bulk actions' })
    .getByRole('button', { name: 'Move', exact: true })
    .click();
  await dialog(page).getByRole('combobox', { name: 'Forum' }).selectOption('2');
  await expectSoon(() => dialog(page).getByRole('combobox', { name: 'Category' }).isEnabled()).toBe(
    true,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: 'Move' }).click(),
  ]);
  await toast(page).getByText('Moved 1').waitFor();
  expect((await site.db.execute(sql`select forum_id from thread where id = ${one}`)).rows).toEqual([
    { forum_id: 2 },
  ]);
});

test('[R23] a moderator merges two selected threads of a list into the oldest', async ({
  page,
}) => {
  const words = [uniqueWord(), uniqueWord()] as const;
  const [older, newer] = [await member.thread(words[0]), await member.thread(words[1])];
  await listed(words);
  await openAs(page, site, MODERATOR, '/zh/forum/1/newest');
  await page.getByRole('button', { name: '管理' }).click();
  const merge = page
    .getByRole('region', { name: '批量操作' })
    .getByRole('button', { name: '合并', exact: true });
  await page.getByRole('checkbox', { name: `选择主题：${words[1]}主题` }).check();
  await expectSoon(() => merge.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('checkbox', { name: `选择主题：${words[0]}主题` }).check();
  await merge.click();
  await expectSoon(() => dialog(page).getByRole('radio').first().isChecked()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  const mergedInto = async () =>
    (
      await site.db.execute<{ into: number | null }>(
        sql`select merged_into as into from thread where id = ${newer}`,
      )
    ).rows[0]?.into;
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: '合并', exact: true }).click(),
  ]);
  expect(await mergedInto()).toBe(older);
  await Promise.all([
    page.waitForEvent('load'),
    toast(page).getByRole('button', { name: '撤销' }).click(),
  ]);
  expect(await mergedInto()).toBeNull();
});

test('[R29] at a post its author is warned and banned, with a reason, an end and hidden content; the page of the person says what counts and is in force, and there both are taken back', async ({
  page,
}) => {
  const word = uniqueWord();
  const thread = await other.thread(word);
  await openAs(page, site, MODERATOR, `/zh/post/${thread}`);
  await chooseInModerateMenu(page, '.post', '警告作者');
  await dialog(page).getByRole('button', { name: '警告作者' }).click();
  await dialog(page).getByRole('alert').getByText('请填写理由').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('textbox').fill('请看社区公约第三条');
  await dialog(page).getByRole('button', { name: '警告作者' }).click();
  await toast(page).getByText('有效警告共 1 次').waitFor();
  expect(await readNotifications(site, OTHER, 'user.warn')).toEqual([
    { note: '请看社区公约第三条' },
  ]);

  await chooseInModerateMenu(page, '.post', '封禁作者');
  await dialog(page).getByRole('combobox', { name: '时长' }).selectOption('30');
  await dialog(page).getByRole('radio', { name: '封禁期间全部隐藏' }).check();
  await dialog(page).getByRole('button', { name: '封禁作者' }).click();
  await dialog(page).getByRole('alert').getByText('请填写理由').waitFor();
  await dialog(page).getByRole('button', { name: '广告或灌水' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '封禁作者' }).click();
  await toast(page)
    .getByText(/^已封禁/)
    .waitFor();
  const { rows } = await site.db.execute(
    sql`
      select
        hide_content as hide,
        round(extract(epoch from end_at - begin_at) / 86400)::int as days,
        reason
      from ban
      where user_id = ${OTHER} and lifted_at is null`,
  );
  expect(rows).toEqual([{ hide: true, days: 30, reason: '请不要发布广告、推广或无意义的内容。' }]);
  expect(await pageText(site, `/zh/post/${thread}`)).not.toContain(word);

  await page.goto(`${site.url}/zh/user/${OTHER}`);
  await chooseInModerateMenu(page, '.user-head', '警告记录');
  await dialog(page).getByText('有效警告 1 次').waitFor();
  await dialog(page).getByText('请看社区公约第三条').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '撤回' }).click();
  await page
    .getByRole('dialog', { name: '撤回这次警告？' })
    .getByRole('button', { name: '撤回' })
    .click();
  await dialog(page).getByText('已撤回', { exact: true }).waitFor();
  await dialog(page).getByText('有效警告').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await chooseInModerateMenu(page, '.user-head', '封禁');
  await dialog(page).getByText('内容已隐藏').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog(page).getByRole('textbox').fill('说明了情况');
  await dialog(page).getByRole('button', { name: '解除封禁' }).click();
  await toast(page)
    .getByText(/^已解除/)
    .waitFor();
  expect(await readNotifications(site, OTHER, 'user.unban')).toEqual([{ note: '说明了情况' }]);
  await expectSoon(() => pageText(site, `/zh/post/${thread}`)).toContain(word);
  await chooseInModerateMenu(page, '.user-head', '封禁');
  await dialog(page).getByText('过往封禁 1 次').click();
  await dialog(page)
    .getByText(/由 .+ 解除/)
    .waitFor();
  await dialog(page)
    .getByText(/\(UTC\+8\)/)
    .waitFor();
});
